import { createClient } from './client/client/index';
import * as sdk from './client/index';

const { API_KEY: apiKey = '', URL: baseUrl = '', LATER_URL: laterUrl = '' } = process.env;

// create

if (!job) throw new Error(JSON.stringify(error));
const { id } = job;
console.log('create:', job.salary?.amount);

const changed = await sdk.upsertJob({ client, body: { referenceId: 'REQ-1', title: 'Cook' } });
console.log('upsert:', changed.data?.title, changed.data?.salary?.amount);

const cleared = await sdk.upsertJob({ client, body: { referenceId: 'REQ-1', salary: null } });
console.log('clear:', cleared.data?.salary);

const page = await sdk.listJobs({ client });
console.log('list:', page.data?.paging.total, page.data?.data[0]?.title);

const byReference = await sdk.listJobs({ client, query: { referenceId: ['REQ-1'] } });
console.log('named:', byReference.data?.data[0]?.referenceId);

const query = { updatedSince: cleared.data?.updatedAt ?? '' };
const since = await sdk.listJobs({ client, query });
console.log('since:', since.data?.data.at(-1)?.title);

const limited = await sdk.createKey({ client, body: { label: 'Reads jobs', permissions: ['jobs:read'] } });
const reader = createClient({ baseUrl, auth: limited.data?.key ?? '' });
const forbidden = await sdk.deleteJob({ client: reader, path: { id } });
const { status: forbiddenStatus, code: forbiddenCode } = forbidden.error as sdk.Problem;
const { data: readJob } = await sdk.getJob({ client: reader, path: { id } });
console.log('limited:', readJob?.title, forbiddenStatus, forbiddenCode);

const email = await sdk.upsertJob({ client, body: { referenceId: 'REQ-1', applicationEmail: 'nobody@' } });
const problem = email.error as sdk.Problem;
console.log('refused:', problem.status, problem.code, problem.errors?.[0]?.pointer);

const another = await sdk.getJob({ client, path: { id }, headers: { 'If-Match': '"another"' } });
const failed = another.error as sdk.Problem;
console.log('changed:', failed.status, failed.code);

const batch = await sdk.batchJobs({
  client,
  body: {
    operations: [
      { operation: 'create', body: { ...draft, referenceId: 'REQ-2' } },
      { operation: 'upsert', body: { referenceId: 'REQ-1', title: 'Chef' } },
    ],
  },
});
console.log('batch:', ...(batch.data?.results ?? []).map(({ status }) => status));

const { data: judgement } = await sdk.validateJob({
  client,
  body: { ...draft, referenceId: 'REQ-3' },
});
if (judgement && 'valid' in judgement) console.log('validate:', judgement.valid, judgement.effect);

const candidate = { name: 'Zoé Tremblay', email: 'zoe@example.org', consent: true };
const path = { id: String(id) };
const receipt = await sdk.createApplication({
  client,
  path,
  body: { ...candidate, coverLetter: 'Ten years.' },
});
console.log('apply:', receipt.data?.id.length);

const resume = { fileName: 'resume.txt', content: btoa('Ten years of bread.') };
const second = await sdk.createApplication({ client, path, body: { ...candidate, resume } });
console.log('applyWithFile:', second.data?.id.length);

const address = await sdk.getApplicationResume({ client, path: { id: second.data?.id ?? '' } });
console.log('resume:', address.data?.url.split(':')[0]);

const answered = await sdk.createApplication({
  client,
  path: { id: process.env['ASKING_JOB'] ?? '' },
  body: { ...candidate, coverLetter: 'Ten years.', answers: JSON.parse(process.env['ANSWERS'] ?? '') },
});
const record = await sdk.getApplication({ client, path: { id: answered.data?.id ?? '' } });
console.log('answers:', JSON.stringify(record.data?.answers.map(({ value }) => value)));

for (const [task, received = ''] of [
  ['event', process.env['EVENT']],
  ['test', process.env['TEST_EVENT']],
]) {
  const event: sdk.Event = JSON.parse(received);
  console.log(`${task}:`, event.id, event.type, event.data.job?.id, event.data.by.type);
}

const later = createClient({ baseUrl: laterUrl, auth: apiKey });
const read = await sdk.getJob({ client: later, path: { id } });
const unknown = await sdk.getJob({ client: later, path: { id: 2_147_483_647 } });
const { status, code } = unknown.error as sdk.Problem;
console.log('unknown:', read.data?.status, status, code);
