import { ApplicationsApi, Configuration, JobsApi, JobStatus, KeysApi, ResponseError } from './client/index';
import * as models from './client/index';

const { API_KEY: apiKey = '', URL: basePath = '', LATER_URL: laterPath = '' } = process.env;

// create

// POST may return no body, because it can be overridden to DELETE.
if (!job) throw new Error('Nothing was created.');
console.log('create:', job.salary?.amount);

async function refusal(call: Promise<unknown>) {
  try {
    await call;
  } catch (error) {
    if (error instanceof ResponseError) return models.ProblemFromJSON(await error.response.json());
  }
  throw new Error('It was not refused.');
}

const changed = await jobs.upsertJob({ jobUpsert: { referenceId: 'REQ-1', title: 'Cook' } });
console.log('upsert:', changed.title, changed.salary?.amount);

const cleared = await jobs.upsertJob({ jobUpsert: { referenceId: 'REQ-1', salary: null } });
console.log('clear:', cleared.salary);

const page = await jobs.listJobs();
console.log('list:', page.paging.total, page.data[0]?.title);

const byReference = await jobs.listJobs({ referenceId: ['REQ-1'] });
console.log('named:', byReference.data[0]?.referenceId);

const since = await jobs.listJobs({ updatedSince: cleared.updatedAt ?? undefined });
console.log('since:', since.data.at(-1)?.title);

const limited = await new KeysApi(configuration).createKey({
  keyCreate: { label: 'Reads jobs', permissions: ['jobs:read'] },
});
const reader = new JobsApi(new Configuration({ basePath, apiKey: limited.key }));
const forbidden = await refusal(reader.deleteJob({ id: job.id }));
const { title } = await reader.getJob({ id: job.id });
console.log('limited:', title, forbidden.status, forbidden.code);

const email = await refusal(
  jobs.upsertJob({ jobUpsert: { referenceId: 'REQ-1', applicationEmail: 'nobody@' } }),
);
console.log('refused:', email.status, email.code, email.errors?.[0]?.pointer);

const another = await refusal(jobs.getJob({ id: job.id, ifMatch: '"another"' }));
console.log('changed:', another.status, another.code);

const batch = await jobs.batchJobs({
  batch: {
    operations: [
      { operation: 'create', body: { ...draft, referenceId: 'REQ-2' } },
      { operation: 'upsert', body: { referenceId: 'REQ-1', title: 'Chef' } },
    ],
  },
});
console.log('batch:', ...batch.results.map(({ status }) => status));

const judgement = (await jobs.validateJob({
  jobOrBatch: { ...draft, referenceId: 'REQ-3' },
})) as models.Judgement;
console.log('validate:', judgement.valid, judgement.effect);

const applications = new ApplicationsApi(configuration);
const candidate = { name: 'Zoé Tremblay', email: 'zoe@example.org', consent: true };
const receipt = await applications.createApplication({
  id: String(job.id),
  applicationCreate: { ...candidate, coverLetter: 'Ten years.' },
});
console.log('apply:', receipt.id.length);

const resume = { fileName: 'resume.txt', content: btoa('Ten years of bread.') };
const second = await applications.createApplication({
  id: String(job.id),
  applicationCreate: { ...candidate, resume },
});
console.log('applyWithFile:', second.id.length);

const address = await applications.getApplicationResume({ id: second.id });
console.log('resume:', address.url.split(':')[0]);

const answered = await applications.createApplication({
  id: process.env['ASKING_JOB'] ?? '',
  applicationCreate: {
    ...candidate,
    coverLetter: 'Ten years.',
    answers: JSON.parse(process.env['ANSWERS'] ?? ''),
  },
});
const { answers } = await applications.getApplication({ id: answered.id });
console.log('answers:', JSON.stringify(answers.map(({ value }) => value)));

for (const [task, received = ''] of [
  ['event', process.env['EVENT']],
  ['test', process.env['TEST_EVENT']],
]) {
  const { id, type, data } = models.EventFromJSON(JSON.parse(received));
  console.log(`${task}:`, id, type, data.job?.id, data.by.type);
}

const later = new JobsApi(new Configuration({ basePath: laterPath, apiKey }));
const read = await later.getJob({ id: job.id });
const unknown = await refusal(later.getJob({ id: 2_147_483_647 }));
console.log('unknown:', read.status, unknown.status, unknown.code);
