<?php

require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/client/lib/' . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $class) . '.php';
    if (is_file($file)) {
        require $file;
    }
});

use OpenAPI\Client\Api\ApplicationsApi;
use OpenAPI\Client\Api\JobsApi;
use OpenAPI\Client\Api\KeysApi;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model;
use OpenAPI\Client\ObjectSerializer;

function configuration(string $host, string $key): Configuration
{
    return (new Configuration())->setHost($host)->setApiKey('API-Key', $key);
}

function api_at(string $host): JobsApi
{
    return new JobsApi(null, configuration($host, getenv('API_KEY')));
}

function refusal(callable $call): Model\Problem
{
    try {
        $call();
    } catch (ApiException $error) {
        return $error->getResponseObject();
    }
    throw new Exception('It was not refused.');
}

$jobs = api_at(getenv('URL'));

// create

echo 'create: ', $job->getSalary()->getAmount(), "\n";

$job = $jobs->upsertJob(new Model\JobUpsert(['reference_id' => 'REQ-1', 'title' => 'Cook']));
echo 'upsert: ', $job->getTitle(), ' ', $job->getSalary()->getAmount(), "\n";

$change = new Model\JobUpsert(['reference_id' => 'REQ-1']);
$job = $jobs->upsertJob($change->setSalary(null));
echo 'clear: ', json_encode($job->getSalary()), "\n";

$page = $jobs->listJobs();
echo 'list: ', $page->getPaging()->getTotal(), ' ', $page->getData()[0]->getTitle(), "\n";

$named = $jobs->listJobs(reference_id: ['REQ-1']);
echo 'named: ', $named->getData()[0]->getReferenceId(), "\n";

$since = $jobs->listJobs(updated_since: $job->getUpdatedAt()->format(DATE_RFC3339_EXTENDED));
$changes = $since->getData();
echo 'since: ', end($changes)->getTitle(), "\n";

$reads = new Model\KeyCreate(['label' => 'Reads jobs', 'permissions' => ['jobs:read']]);
$limited = (new KeysApi(null, configuration(getenv('URL'), getenv('API_KEY'))))->createKey($reads);
$reader = new JobsApi(null, configuration(getenv('URL'), $limited->getKey()));
$problem = refusal(fn () => $reader->deleteJob($job->getId()));
$title = $reader->getJob($job->getId())->getTitle();
echo 'limited: ', $title, ' ', $problem->getStatus(), ' ', $problem->getCode(), "\n";

$change = new Model\JobUpsert(['reference_id' => 'REQ-1', 'application_email' => 'nobody@']);
$problem = refusal(fn () => $jobs->upsertJob($change));
$pointer = $problem->getErrors()[0]->getPointer();
echo 'refused: ', $problem->getStatus(), ' ', $problem->getCode(), ' ', $pointer, "\n";

$problem = refusal(fn () => $jobs->getJob($job->getId(), null, '"another"'));
echo 'changed: ', $problem->getStatus(), ' ', $problem->getCode(), "\n";

$batch = new Model\Batch(['operations' => [
    new Model\BatchCreate(['operation' => 'create', 'body' => (clone $draft)->setReferenceId('REQ-2')]),
    new Model\BatchUpsert([
        'operation' => 'upsert',
        'body' => new Model\JobUpsert(['reference_id' => 'REQ-1', 'title' => 'Chef']),
    ]),
]]);
$statuses = array_map(fn ($result) => $result->getStatus(), $jobs->batchJobs($batch)->getResults());
echo 'batch: ', implode(' ', $statuses), "\n";

$judgement = $jobs->validateJob((clone $draft)->setReferenceId('REQ-3'));
echo 'validate: ', json_encode($judgement->getValid()), ' ', $judgement->getEffect(), "\n";

$applications = new ApplicationsApi(null, (new Configuration())->setHost(getenv('URL')));
$candidate = ['name' => 'Zoé Tremblay', 'email' => 'zoe@example.org', 'consent' => true];
$application = new Model\ApplicationCreate([...$candidate, 'cover_letter' => 'Ten years.']);
$receipt = $applications->createApplication((string) $job->getId(), $application);
echo 'apply: ', strlen($receipt->getId()), "\n";

$content = base64_encode('Ten years of bread.');
$resume = new Model\ResumeCreate(['file_name' => 'resume.txt', 'content' => $content]);
$application = new Model\ApplicationCreate([...$candidate, 'resume' => $resume]);
$receipt = $applications->createApplication((string) $job->getId(), $application);
echo 'applyWithFile: ', strlen($receipt->getId()), "\n";

$keyed = configuration(getenv('URL'), getenv('API_KEY'));
$address = (new ApplicationsApi(null, $keyed))->getApplicationResume($receipt->getId());
echo 'resume: ', parse_url($address->getUrl(), PHP_URL_SCHEME), "\n";

$answers = array_map(
    fn ($answer) => new Model\AnswerCreate((array) $answer),
    json_decode(getenv('ANSWERS')),
);
$application = new Model\ApplicationCreate([...$candidate, 'cover_letter' => 'Ten years.', 'answers' => $answers]);
$receipt = $applications->createApplication(getenv('ASKING_JOB'), $application);
$record = (new ApplicationsApi(null, $keyed))->getApplication($receipt->getId());
$values = array_map(fn ($answer) => $answer->getValue(), $record->getAnswers());
echo 'answers: ', json_encode($values), "\n";

foreach (['event' => 'EVENT', 'test' => 'TEST_EVENT'] as $task => $received) {
    $event = ObjectSerializer::deserialize(json_decode(getenv($received)), Model\Event::class);
    $data = $event->getData();
    echo "$task: ", implode(' ', [$event->getId(), $event->getType(), $data->getJob()->getId(), $data->getBy()->getType()]), "\n";
}

$later = api_at(getenv('LATER_URL'));
$status = $later->getJob($job->getId())->getStatus();
$problem = refusal(fn () => $later->getJob(2147483647));
echo 'unknown: ', $status, ' ', $problem->getStatus(), ' ', $problem->getCode(), "\n";
