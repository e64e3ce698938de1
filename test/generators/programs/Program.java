import java.nio.charset.StandardCharsets;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.ApplicationsApi;
import org.openapitools.client.api.JobsApi;
import org.openapitools.client.api.KeysApi;
import org.openapitools.client.model.*;

public class Program {
  interface Call {
    void run() throws ApiException;
  }

  static ApiClient clientAt(String url, String key) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(url);
    client.setRequestInterceptor(request -> request.header("API-Key", key));
    return client;
  }

  static Problem refusal(Call call) throws Exception {
    try {
      call.run();
    } catch (ApiException error) {
      return ApiClient.createDefaultObjectMapper().readValue(error.getResponseBody(), Problem.class);
    }
    throw new IllegalStateException("It was not refused.");
  }


  public static void main(String[] arguments) throws Exception {
    ApiClient client = clientAt(System.getenv("URL"), System.getenv("API_KEY"));
    JobsApi jobs = new JobsApi(client);

    // create

    System.out.println("create: " + String.format("%.2f", job.getSalary().getAmount()));

    JobRecord cook = jobs.upsertJob(new JobUpsert().referenceId("REQ-1").title("Cook"), null, null, null, null);
    System.out.println("upsert: " + cook.getTitle() + String.format(" %.2f", cook.getSalary().getAmount()));

    JobRecord cleared = jobs.upsertJob(new JobUpsert().referenceId("REQ-1").salary(null), null, null, null, null);
    System.out.println("clear: " + cleared.getSalary());

    JobList page = jobs.listJobs(null, null, null, null, null, null, null, null, null, null, null);
    System.out.println("list: " + page.getPaging().getTotal() + " " + page.getData().get(0).getTitle());

    JobList named = jobs.listJobs(null, null, null, null, null, null, List.of("REQ-1"), null, null, null, null);
    System.out.println("named: " + named.getData().get(0).getReferenceId());

    JobList since = jobs.listJobs(null, null, cleared.getUpdatedAt(), null, null, null, null, null, null, null, null);
    System.out.println("since: " + since.getData().get(since.getData().size() - 1).getTitle());

    KeyCreate reads = new KeyCreate().label("Reads jobs").addPermissionsItem(KeyCreate.PermissionsEnum.JOBS_READ);
    String key = new KeysApi(client).createKey(reads, null, null, null).getKey();
    JobsApi reader = new JobsApi(clientAt(System.getenv("URL"), key));
    Problem forbidden = refusal(() -> reader.deleteJob(job.getId(), null, null, null, null));
    String title = reader.getJob(job.getId(), null, null, null, null).getTitle();
    System.out.println("limited: " + title + " " + forbidden.getStatus() + " " + forbidden.getCode());

    JobUpsert wrong = new JobUpsert().referenceId("REQ-1").applicationEmail("nobody@");
    Problem refused = refusal(() -> jobs.upsertJob(wrong, null, null, null, null));
    String pointer = refused.getErrors().get(0).getPointer();
    System.out.println("refused: " + refused.getStatus() + " " + refused.getCode() + " " + pointer);

    Problem changed = refusal(() -> jobs.getJob(job.getId(), null, "\"another\"", null, null));
    System.out.println("changed: " + changed.getStatus() + " " + changed.getCode());

    BatchCreate create = new BatchCreate();
    create.setOperation(BatchCreate.OperationEnum.CREATE);
    create.setBody(draft.referenceId("REQ-2"));
    BatchUpsert upsert = new BatchUpsert();
    upsert.setOperation(BatchUpsert.OperationEnum.UPSERT);
    upsert.setBody(new JobUpsert().referenceId("REQ-1").title("Chef"));
    Batch batch = new Batch().operations(List.of(new BatchOperation(create), new BatchOperation(upsert)));
    List<BatchResult> results = jobs.batchJobs(batch, null, null).getResults();
    System.out.println("batch: " + results.get(0).getStatus() + " " + results.get(1).getStatus());

    JobOrBatch third = new JobOrBatch(draft.referenceId("REQ-3"));
    try {
      Judgement judgement = jobs.validateJob(third, null, null, null).getJudgement();
      System.out.println("validate: " + judgement.getValid() + " " + judgement.getEffect());
    } catch (ApiException unreadable) {
      System.out.println("validate: unreadable");
    }

    ApplicationsApi applications = new ApplicationsApi(client);
    String id = String.valueOf(job.getId());
    ApplicationCreate letter =
        new ApplicationCreate().name("Zoé Tremblay").email("zoe@example.org").consent(true).coverLetter("Ten years.");
    System.out.println("apply: " + applications.createApplication(id, letter, null, null).getId().length());

    byte[] content = "Ten years of bread.".getBytes(StandardCharsets.UTF_8);
    ResumeCreate resume = new ResumeCreate().fileName("resume.txt").content(Base64.getEncoder().encodeToString(content));
    ApplicationCreate withFile =
        new ApplicationCreate().name("Zoé Tremblay").email("zoe@example.org").consent(true).resume(resume);
    String receipt = applications.createApplication(id, withFile, null, null).getId();
    System.out.println("applyWithFile: " + receipt.length());
    System.out.println("resume: " + applications.getApplicationResume(receipt, null, null).getUrl().getScheme());

    ObjectMapper mapper = ApiClient.createDefaultObjectMapper();
    List<AnswerCreate> answers = List.of(mapper.readValue(System.getenv("ANSWERS"), AnswerCreate[].class));
    ApplicationCreate answered =
        new ApplicationCreate().name("Zoé Tremblay").email("zoe@example.org").consent(true).coverLetter("Ten years.").answers(answers);
    String asked = applications.createApplication(System.getenv("ASKING_JOB"), answered, null, null).getId();
    List<Object> values = new ArrayList<>();
    for (Answer answer : applications.getApplication(asked, null, null, null, null).getAnswers()) values.add(answer.getValue());
    System.out.println("answers: " + mapper.writeValueAsString(values));

    for (String task : List.of("event", "test")) {
      String received = System.getenv(task.equals("event") ? "EVENT" : "TEST_EVENT");
      Event event = ApiClient.createDefaultObjectMapper().readValue(received, Event.class);
      EventData data = event.getData();
      String said = event.getId() + " " + event.getType() + " " + data.getJob().getId() + " " + data.getBy().getType();
      System.out.println(task + ": " + said);
    }

    JobsApi later = new JobsApi(clientAt(System.getenv("LATER_URL"), System.getenv("API_KEY")));
    String status = later.getJob(job.getId(), null, null, null, null).getStatus();
    Problem unknown = refusal(() -> later.getJob(2147483647, null, null, null, null));
    System.out.println("unknown: " + status + " " + unknown.getStatus() + " " + unknown.getCode());
  }
}
