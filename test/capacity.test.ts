import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { parsePostingSearch } from '../functions/postings/employer/posting-search.ts';
import { employerPostings, teasers } from '../functions/postings/employer/employer-postings.ts';
import { logBuilder } from '../functions/events/store/log-builder.ts';
import type { Usage } from '../functions/platform/dynamodb/database.ts';
import { loadEmployer } from './bench/load-employer.ts';
import { operationsOn, type Operation, type OperationName } from './bench/operations.ts';
import { referenceIdOf, sampleBody } from './bench/sample-job.ts';
import { countRoundTrips } from './bench/round-trips.ts';
import { shapes, type Shape } from './bench/shapes.ts';
import { jobKeys } from '../functions/jobs/keys.ts';
import { attributes } from '../functions/platform/dynamodb/table.ts';
import { BASE_PATH, type OperationId } from '../schemas/operations.ts';
import { ANSWER_MAX } from '../schemas/answer.ts';
import { anApplication as applicationBody } from './setup/an-application.ts';
import { applicationsInTable, aWebhook, pathIds } from './setup/applications-in-table.ts';
import type { PathIds } from './setup/openapi-requests.ts';
import { setClock } from './setup/clock.ts';
import { realLogo } from './setup/logos.ts';
import { addApiKey, aPartner } from './setup/partners.ts';
import { startService } from './setup/service.ts';
import { anEvent } from './setup/webhook-run.ts';

/** A request whose body is JSON text or a file. */
type Sent = Omit<ReturnType<Operation['next']>, 'body'> & { body?: string | Uint8Array };

type Cost = Usage & { roundTrips: number };

// Stops the clock, so that no container reloads a key or a secret during the suite.
setClock(Date.now());
const service = await startService();
const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient());
const roundTrips = countRoundTrips();
const log = jest.spyOn(console, 'log').mockReturnValue();

afterAll(async () => {
  log.mockRestore();
  dynamo.destroy();
  await service.close();
});

/** The number of jobs of the measured employer. */
const SIZE = 500;

/** An employer with this many jobs, and the reported cost of each operation on them. */
async function employerWith(shape: Shape['name'], size: number) {
  const employer = await service.newEmployer();
  const tableName = process.env['TABLE_NAME'] ?? '';
  const chosen = shapes.find(({ name }) => name === shape);
  if (!chosen) throw new Error(`There is no shape ${shape}.`);
  const target = { tableName, employerId: employer.employer.id, shape: chosen, size };
  const operations = operationsOn({ ...target, firstId: await loadEmployer({ ...target, client: dynamo }) });

  async function answerTo({ next }: Pick<Operation, 'next'>): Promise<string> {
    let answer = '';
    await costOf({ next, onAnswer: (body) => void (answer = body) });
    return answer;
  }

  async function costOf(
    { next, before, onAnswer }: Pick<Operation, 'before' | 'onAnswer'> & { next: () => Sent },
    headers: Record<string, string> = {},
  ): Promise<Cost> {
    if (before) await costOf(before);
    const { method, path, body } = next();
    roundTrips.take();
    const sent = { headers, ...(body !== undefined && { body }) };
    const address = path.startsWith(BASE_PATH) ? `${service.origin}${path}` : path;
    const { status, text } = await employer.request(method, address, sent);
    expect([200, 201, 204, 302]).toContain(status);
    onAnswer?.(text);
    const { calls, readUnits, writeUnits } = JSON.parse(String(log.mock.lastCall?.[0])) as Usage;
    return { calls, readUnits, writeUnits, roundTrips: roundTrips.take() };
  }

  // The first request reads the API key.
  await employer.get('/events');
  return {
    cost: (operation: OperationName) => costOf(operations[operation]),
    costOf,
    answerTo,
    operations,
    employer: employer.employer,
  };
}

type Measured = Awaited<ReturnType<typeof employerWith>>;

/** Creates the first job of an employer through the API, for which the service reserves ids. */
const createJob = async ({ answerTo, operations }: Measured) =>
  JSON.parse(await answerTo(operations.create)) as { id: number; title: string; referenceId: null };

/** The employer of read-only tests, with a resource for every path parameter. */
let reader: Measured & { ids: PathIds };
/** The employer of the tests that write jobs and applications. */
let writer: Measured & { job: Awaited<ReturnType<typeof createJob>> };
/** An employer whose jobs do not change, after a year of weekly refreshes. */
let refreshed: Measured;

beforeAll(async () => {
  const [ofFew, of500] = [await employerWith('spread', 47), await employerWith('spread', SIZE)];
  reader = { ...ofFew, ids: await pathIds(service.db, ofFew, await createJob(ofFew)) };
  writer = { ...of500, job: await createJob(of500) };
  refreshed = await employerWith('refreshed', SIZE);
  // The first list of applications reads the secret that encrypts ids and cursors.
  await reader.costOf({ next: () => ({ method: 'GET', path: '/applications' }) });
});

const reads = (readUnits: number, calls: number, trips = calls): Cost => ({
  readUnits,
  writeUnits: 0,
  calls,
  roundTrips: trips,
});

const writes = (readUnits: number, writeUnits: number, calls: number, trips = calls): Cost => ({
  readUnits,
  writeUnits,
  calls,
  roundTrips: trips,
});

interface Agreement {
  title: string;
  cost: (employer: Measured) => Promise<Cost | Cost[]>;
  agreed: Cost | Cost[];
}

/** An operation as `npm run bench` measures it. */
const measured = (name: OperationName, agreed: Cost): Agreement => ({
  title: name,
  cost: ({ cost }) => cost(name),
  agreed,
});

/** A read of the suite's employer. */
const get = (path: string, agreed: Cost): Agreement => ({
  title: `GET ${path}`,
  cost: ({ costOf }) => costOf({ next: () => ({ method: 'GET', path }) }),
  agreed,
});

/** The second read of a resource of an employer that does not change. */
const readOf = (title: string, pathOf: (of: PathIds) => string, agreed: Cost): Agreement => ({
  title,
  cost: async () => {
    const next = () => ({ method: 'GET', path: pathOf(reader.ids) });
    // The first one fills the container's caches.
    await reader.costOf({ next });
    return reader.costOf({ next });
  },
  agreed,
});

/** A new application for the job of an employer, without mail. */
const newApplication = ({ employer, job }: typeof writer, state: 'held' | 'sent') =>
  applicationsInTable(service.db).create(employer, job, { state, suspicions: ['too_fast'] });

/** A request about an application of its own, without mail: it is sent, or held if the request releases it. */
const ofNewApplication = (
  title: string,
  {
    method,
    path = '',
    body,
    headers,
  }: { method: string; path?: string; body?: object; headers?: Record<string, string> },
  agreed: Cost,
): Agreement => ({
  title,
  cost: async ({ costOf }) => {
    const id = await newApplication(writer, path === '/release' ? 'held' : 'sent');
    const sent = { method, path: `/applications/${id}${path}`, ...(body && { body: JSON.stringify(body) }) };
    return costOf({ next: () => sent }, headers);
  },
  agreed,
});

/** A request about a webhook of its own, whose URL has no server. */
const ofNewWebhook = (
  title: string,
  { method, path = '', body }: { method: string; path?: string; body?: object },
  agreed: Cost,
): Agreement => ({
  title,
  cost: async () => {
    const { costOf, employer } = await employerWith('spread', 0);
    const sent = { method, path: `/webhooks/${await aWebhook(service.db, employer.id)}${path}` };
    return costOf({ next: () => ({ ...sent, ...(body && { body: JSON.stringify(body) }) }) });
  },
  agreed,
});

/** A request about a log of a dozen pages. */
const ofManyEvents = (path: string, agreed: Cost): Agreement => ({
  title: `GET ${path} of many`,
  cost: async () => {
    const { costOf, employer } = await employerWith('spread', 0);
    const employerId = employer.id;
    const { add } = logBuilder(service.db, 10 * 365 * 86_400);
    for (let n = 1; n <= 12; n += 1) {
      const { id: _, ...event } = anEvent(n);
      // Two such events do not fit into a page.
      const { job } = event.data;
      const data = {
        ...event.data,
        job: { id: 7, ...job, referenceId: randomBytes(450).toString('base64') },
      };
      const sequenceNumber = String(n);
      await add(employerId, [{ employerId, source: 'j', sequenceNumber, event: { ...event, data } }]);
    }
    return costOf({ next: () => ({ method: 'GET', path }) });
  },
  agreed,
});

const nothing = reads(0, 0);

/** The path of the posting of a new active job. */
async function newPosting({ costOf, operations }: Measured, fields: object): Promise<string> {
  const { body: sample = '', ...creation } = operations.create.next();
  const body = JSON.stringify({ ...JSON.parse(sample), ...fields, status: 'active' });
  let job = { id: 0, employer: { id: 0 } };
  const onAnswer = (text: string) => {
    job = JSON.parse(text);
  };
  await costOf({ next: () => ({ ...creation, body }), onAnswer });
  const item = await service.db.get({ Key: jobKeys.job(job.employer.id, job.id), ConsistentRead: true });
  return `/public/jobs/${item?.[attributes.publicName] ?? job.id}`;
}

/** The second read of the posting of a new active job. */
const posting = (title: string, fields: object, agreed: Cost): Agreement => ({
  title,
  cost: async (employer) => {
    const path = await newPosting(employer, fields);
    const read = () => employer.costOf({ next: () => ({ method: 'GET', path }) });
    await read();
    return read();
  },
  agreed,
});

const batchOf = (operation: string, bodies: readonly object[]) => ({
  method: 'POST',
  path: '/jobs/batch',
  body: JSON.stringify({ operations: bodies.map((body) => ({ operation, body })) }),
});

/** Fields that the first 100 jobs already have. Only the title and the locations differ by job. */
const asTheyAre = Array.from({ length: 100 }, (_, n) =>
  sampleBody({ referenceId: referenceIdOf(n), title: undefined, locations: undefined }),
);

/** The job and the applications that a measurement uses. */
interface Applying {
  /** Fields of the job. */
  job?: object;
  /** A change of the job before the second application. */
  change?: object;
  /** Measures the list of so many applications instead of the second application. */
  listed?: number;
}

/** The second application for a new job, so that the service has cached its signing key and the job's employer. */
const applying = (
  title: string,
  fields: object,
  agreed: Cost,
  { job = {}, change, listed }: Applying = {},
): Agreement => ({
  title,
  cost: async () => {
    const employer = writer;
    const path = await newPosting(employer, job);
    const ownPath = path.replace('/public', '');
    // Another suite may have used up the daily limit of confirmations to an address.
    const someone = crypto.randomUUID().slice(0, 8);
    const send = (name: string) =>
      employer.costOf({
        next: () => ({
          method: 'POST',
          path: `${path}/applications`,
          body: JSON.stringify(applicationBody({ email: `${name}.${someone}@example.com`, ...fields })),
        }),
      });
    for (let before = 1; before <= (listed ?? 1); before += 1) await send(`before${before}`);
    if (listed) return employer.costOf({ next: () => ({ method: 'GET', path: `${ownPath}/applications` }) });
    if (change)
      await employer.costOf({ next: () => ({ method: 'PUT', path: ownPath, body: JSON.stringify(change) }) });
    return send('second');
  },
  agreed,
});

/** The maximum length of all answers, and a job with these questions. */
const longQuestions = Array.from({ length: 20 }, (_, n) => ({
  id: `q${n}`,
  text: `Why ${n}?`,
  type: 'longText',
}));
const longAnswers = {
  answers: longQuestions.map(({ id }) => ({ question: id, value: 'é'.repeat(ANSWER_MAX.longText) })),
};
const asksForLong = { job: { questions: longQuestions } };

/** A change of the profile of an employer that has no text about itself. */
const ofNewProfile = (of: string, fields: object, agreed: Cost, isOverridden = false): Agreement => ({
  title: `change a profile: ${of}`,
  cost: async () => {
    const { costOf } = await employerWith('spread', 0);
    const next = () => ({
      method: isOverridden ? 'POST' : 'PUT',
      path: '/employer',
      body: JSON.stringify(fields),
    });
    return costOf({ next }, isOverridden ? { 'x-http-method-override': 'PUT' } : {});
  },
  agreed,
});

interface LogoRequest {
  method: 'PUT' | 'DELETE' | 'GET';
  /** The name of the image. */
  image?: string;
}

/** The logo requests of a new employer; the last one is measured. */
const ofLogo = (
  title: string,
  requests: readonly LogoRequest[],
  agreed: Cost,
  isOverridden = false,
): Agreement => ({
  title,
  cost: async () => {
    const { costOf } = await employerWith('spread', 0);
    let address = '';
    let cost: Cost = nothing;
    const onAnswer = (text: string) => {
      address = text.startsWith('{') ? JSON.parse(text).logo : address;
    };
    for (const { method, image } of requests) {
      const { bytes, mediaType } = realLogo(image ?? 'chromium.png');
      const next = () => ({
        method: isOverridden ? 'POST' : method,
        path: method === 'GET' ? address : '/employer/logo',
        ...(image !== undefined && { body: bytes }),
      });
      cost = await costOf(
        { next, onAnswer },
        {
          ...(image !== undefined && { 'content-type': mediaType }),
          ...(isOverridden && { 'x-http-method-override': method }),
        },
      );
    }
    return cost;
  },
  agreed,
});

/** A request of a partner with one employer, after a request that cached its key. */
const ofPartner = (
  title: string,
  { method = 'GET', path, body }: { method?: string; path: string; body?: object },
  agreed: Cost,
  headers: Record<string, string> = {},
): Agreement => ({
  title,
  cost: async () => {
    const { partnerKey, partnersEmployer } = await aPartner(service.db);
    const { costOf } = writer;
    const key = { 'api-key': partnerKey };
    await costOf({ next: () => ({ method: 'GET', path: '/partner' }) }, key);
    const filled = path.replace('{id}', String(partnersEmployer));
    const next = () => ({ method, path: filled, ...(body && { body: JSON.stringify(body) }) });
    return costOf({ next }, { ...key, ...headers });
  },
  agreed,
});

/** A request about another key of an employer. */
const ofKeys = (
  title: string,
  { method, path, body }: { method: string; path: string; body?: object },
  agreed: Cost,
  headers: Record<string, string> = {},
): Agreement => ({
  title,
  cost: async () => {
    const { costOf, employer } = await employerWith('spread', 0);
    const key = await addApiKey(service.db, employer.id);
    const next = () => ({
      method,
      path: path.replace('{id}', key),
      ...(body && { body: JSON.stringify(body) }),
    });
    return costOf({ next }, headers);
  },
  agreed,
});

const png = { method: 'PUT', image: 'chromium.png' } as const;
const jpeg = { method: 'PUT', image: 'chromium.jpg' } as const;

const contact = { contactEmail: 'ops@example.com' };
const newAccount = { referenceId: 'CUSTOMER-0043', name: 'Acme' };

/** The agreed cost of each operation to half a unit: a change that makes one more expensive must be stated here. */
const costs: Record<OperationId, readonly Agreement[]> = {
  listJobs: [
    measured('list page 1', reads(1, 2, 1)),
    measured('list middle page', reads(1, 2)),
    measured('list last page', reads(1, 2)),
    measured('status middle page', reads(1, 2)),
    {
      title: 'the first q of a container, and another one after a change',
      // A separate employer, whose jobs have not been searched.
      cost: async () => {
        const { cost } = await employerWith('spread', 100);
        const first = await cost('q');
        await cost('update title');
        return [first, await cost('q')];
      },
      agreed: [reads(6.5, 3), reads(5.5, 2)],
    },
    {
      title: 'a page of ten of a hundred jobs that changed',
      cost: async () => {
        const { costOf } = await employerWith('spread', 100);
        return costOf({ next: () => ({ method: 'GET', path: '/jobs?updatedSince=2020-01-01T00:00:00Z' }) });
      },
      agreed: reads(6, 2),
    },
  ],
  createJob: [measured('create', writes(0, 15, 2))],
  upsertJob: [
    measured('upsert existing', writes(2, 7, 3)),
    {
      title: 'upsert new',
      cost: ({ costOf, operations }) =>
        costOf({ next: () => ({ ...operations.create.next(), method: 'PUT' }) }),
      agreed: writes(1, 15, 3),
    },
  ],
  deleteJobByReference: [
    {
      title: 'delete by referenceId',
      cost: async ({ costOf, operations }) => {
        const creation = operations.create.next();
        await costOf({ next: () => creation });
        const { referenceId } = JSON.parse(creation.body ?? '') as { referenceId: string };
        const body = JSON.stringify({ referenceId });
        return costOf({ next: () => ({ method: 'DELETE', path: '/jobs', body }) });
      },
      agreed: writes(2, 15, 3),
    },
  ],
  batchJobs: [
    {
      title: '100 upserts that change nothing, in a batch',
      cost: ({ costOf }) => costOf({ next: () => batchOf('upsert', asTheyAre) }),
      agreed: reads(200, 2),
    },
    {
      // The second operation reads the reference and the job again, after the first.
      title: 'an update and an upsert of the same job that change nothing, in a batch',
      cost: async ({ costOf }) => {
        const referenceId = referenceIdOf(0);
        let jobs: { id: number }[] = [];
        const onAnswer = (text: string) => {
          jobs = JSON.parse(text).data;
        };
        await costOf({ next: () => ({ method: 'GET', path: `/jobs?referenceId=${referenceId}` }), onAnswer });
        const operations = [
          { operation: 'update', id: jobs[0]?.id, body: {} },
          { operation: 'upsert', body: { referenceId } },
        ];
        const body = JSON.stringify({ operations });
        return costOf({ next: () => ({ method: 'POST', path: '/jobs/batch', body }) });
      },
      agreed: reads(4, 4),
    },
  ],
  validateJob: [
    {
      title: 'a job to create, validated',
      cost: ({ costOf, operations }) =>
        costOf({ next: () => ({ ...operations.create.next(), path: '/jobs/validate' }) }),
      agreed: reads(1, 1),
    },
  ],
  validateUpsert: [
    {
      title: 'a job to update, validated',
      cost: ({ costOf, operations }) =>
        costOf({ next: () => ({ ...operations['upsert existing'].next(), path: '/jobs/validate' }) }),
      agreed: reads(2, 2),
    },
  ],
  // A page that filters by status also reads jobs in other statuses.
  listReferences: ['limit=50', 'limit=1&status=archived'].map((query) =>
    readOf(query, () => `/jobs/references?${query}`, reads(1.5, 2, 1)),
  ),
  getJob: [measured('get', reads(1, 1))],
  updateJob: [
    measured('update title', writes(1, 7, 2)),
    measured('change status', writes(1, 14, 2)),
    {
      title: 'update a field that no list has',
      // A separate employer, because other costs depend on the sizes of jobs.
      cost: async () => {
        const { costOf, operations } = await employerWith('spread', 100);
        const request = operations['update title'].next();
        return costOf({
          next: () => ({ ...request, body: JSON.stringify({ description: '<p>Other words</p>' }) }),
        });
      },
      agreed: writes(1, 6, 2),
    },
  ],
  deleteJob: [measured('delete', writes(1, 15, 2))],
  overrideJobMethod: [
    {
      title: 'update title by method override',
      cost: ({ costOf, operations }) =>
        costOf(
          { next: () => ({ ...operations['update title'].next(), method: 'POST' }) },
          { 'x-http-method-override': 'PUT' },
        ),
      agreed: writes(1, 7, 2),
    },
  ],
  refreshJob: [measured('refresh', writes(1, 17, 3))],
  listEvents: [get('/events', reads(1, 1)), ofManyEvents('/events?limit=1', reads(2, 2))],
  listJobHistory: [
    readOf(
      'the history of a job that is older than the log',
      ({ job }) => `/jobs/${job}/history`,
      reads(3, 3),
    ),
    ofManyEvents(`/jobs/${anEvent(1).data.job?.id}/history?before=9`, reads(3, 2)),
  ],
  listApplications: [
    readOf('list applications', () => '/applications', reads(1, 1)),
    readOf('list held applications', () => '/applications?state=held', reads(1, 1)),
    readOf(
      'all applications of one candidate, of whom there are none',
      () => '/applications?email=a@example.com',
      reads(1, 1),
    ),
  ],
  listJobApplications: [
    readOf('the applications for a job', ({ job }) => `/jobs/${job}/applications`, reads(2.5, 3, 2)),
    applying('a page of applications with 200 kB of answers each', longAnswers, reads(251.5, 3, 2), {
      ...asksForLong,
      listed: 7,
    }),
  ],
  getApplication: [
    readOf('get an application', ({ application }) => `/applications/${application}`, reads(1, 1)),
  ],
  createApplication: [
    applying('application', {}, writes(5.5, 15, 10, 7)),
    applying('application, the first since the posting has changed', {}, writes(5.5, 17, 10, 7), {
      change: { title: 'Cook' },
    }),
    applying('200 kB of answers', longAnswers, writes(5.5, 409, 10, 7), asksForLong),
    applying('long letter', { coverLetter: 'x'.repeat(5_000) }, writes(5.5, 25, 10, 7)),
  ],
  importApplication: [
    {
      title: 'import an application',
      cost: async ({ costOf }) => {
        const body = JSON.stringify({
          name: 'Zoé',
          email: `${crypto.randomUUID()}@example.com`,
          referenceId: crypto.randomUUID(),
        });
        return costOf({
          next: () => ({ method: 'POST', path: `/jobs/${writer.job.id}/applications`, body }),
        });
      },
      agreed: writes(6, 10, 6, 5),
    },
  ],
  batchApplications: [
    {
      title: 'two stages and a deletion in a batch',
      cost: async ({ costOf }) => {
        const ids = [];
        for (let n = 0; n < 3; n += 1) ids.push(await newApplication(writer, 'sent'));
        const operations = ids.map((id, place) =>
          place < 2 ? { operation: 'update', id, body: { stage: 'offer' } } : { operation: 'delete', id },
        );
        const body = JSON.stringify({ operations });
        const { roundTrips: _, ...cost } = await costOf({
          next: () => ({ method: 'POST', path: '/applications/batch', body }),
        });
        return { ...cost, roundTrips: 0 };
      },
      agreed: { ...writes(8, 8, 12), roundTrips: 0 },
    },
  ],
  createUpload: [
    {
      title: 'begin an upload',
      cost: async () => {
        const path = `${await newPosting(writer, {})}/files`;
        const body = JSON.stringify({ fileName: 'cv.pdf' });
        const begin = () => writer.costOf({ next: () => ({ method: 'POST', path, body }) });
        // The second one, so that the service has cached its signing key and the job's employer.
        await begin();
        return begin();
      },
      agreed: reads(1.5, 2, 1),
    },
  ],
  getApplicationResume: [
    readOf('get a résumé', ({ application }) => `/applications/${application}/resume`, reads(1, 1)),
  ],
  updateApplication: [
    ofNewApplication('set a stage', { method: 'PUT', body: { stage: 'offer' } }, writes(1, 1, 2)),
    ofNewApplication('set the stage that it has', { method: 'PUT', body: { stage: 'new' } }, reads(1, 1)),
  ],
  overrideApplicationMethod: [
    ofNewApplication(
      'set a stage by method override',
      { method: 'POST', body: { stage: 'offer' }, headers: { 'x-http-method-override': 'PUT' } },
      writes(1, 1, 2),
    ),
  ],
  deleteApplication: [ofNewApplication('erase an application', { method: 'DELETE' }, writes(6, 6, 8, 5))],
  resendApplication: [
    ofNewApplication('resend an application', { method: 'POST', path: '/resend' }, writes(2, 2, 3)),
  ],
  releaseApplication: [
    // Leaves the queue of waiting applications, and enters that of due mail.
    ofNewApplication('release an application', { method: 'POST', path: '/release' }, writes(1, 3, 2)),
  ],
  listWebhooks: [readOf('list webhooks', () => '/webhooks', reads(1, 1))],
  createWebhook: [
    {
      title: 'create a webhook',
      cost: async () => {
        const { costOf } = await employerWith('spread', 0);
        const body = JSON.stringify({ url: 'https://hooks.example.com/jobs' });
        return costOf({ next: () => ({ method: 'POST', path: '/webhooks', body }) });
      },
      agreed: writes(5, 5, 6),
    },
  ],
  getWebhook: [readOf('get a webhook', ({ webhook }) => `/webhooks/${webhook}`, reads(1, 1))],
  updateWebhook: [
    ofNewWebhook('describe a webhook', { method: 'PUT', body: { description: 'ATS' } }, writes(3, 1, 4)),
    ofNewWebhook('pause a webhook', { method: 'PUT', body: { status: 'paused' } }, writes(3, 2, 4)),
  ],
  overrideWebhookMethod: [
    {
      title: 'delete a webhook by method override',
      cost: async () => {
        const { costOf, employer } = await employerWith('spread', 0);
        const path = `/webhooks/${await aWebhook(service.db, employer.id)}`;
        return costOf({ next: () => ({ method: 'POST', path }) }, { 'x-http-method-override': 'DELETE' });
      },
      agreed: writes(3, 3, 5),
    },
  ],
  deleteWebhook: [ofNewWebhook('delete a webhook', { method: 'DELETE' }, writes(3, 3, 5))],
  rotateWebhookSecret: [
    ofNewWebhook('rotate a secret', { method: 'POST', path: '/secret' }, writes(3, 1, 4)),
  ],
  testWebhook: [ofNewWebhook('test a webhook', { method: 'POST', path: '/test' }, reads(2, 2))],
  getEmployer: [readOf('the profile of an employer', () => '/employer', reads(2, 2, 1))],
  updateEmployer: [
    ofNewProfile('website', { website: 'https://example.com' }, writes(4, 2, 5, 4)),
    ofNewProfile('about', { about: '<p>We bake.</p>' }, writes(4, 4, 5, 4)),
  ],
  overrideEmployerMethod: [
    ofNewProfile('website by method override', { website: 'https://example.com' }, writes(4, 2, 5, 4), true),
  ],
  setLogo: [
    ofLogo('a first logo', [png], writes(4, 2, 5, 3)),
    ofLogo('the same logo again', [png, png], reads(2, 2, 1)),
    ofLogo('another logo', [png, jpeg], writes(4, 2, 5, 3)),
  ],
  deleteLogo: [
    ofLogo('delete a logo', [png, { method: 'DELETE' }], writes(2, 2, 3, 2)),
    ofLogo('delete a logo that is not there', [{ method: 'DELETE' }], reads(2, 2, 1)),
  ],
  overrideLogoMethod: [ofLogo('a first logo by method override', [png], writes(4, 2, 5, 3), true)],
  getPartner: [ofPartner('a partner', { path: '/partner' }, reads(3, 3, 2))],
  updatePartner: [
    ofPartner('a contact', { method: 'PUT', path: '/partner', body: contact }, writes(5, 2, 6, 5)),
  ],
  overridePartnerMethod: [
    ofPartner(
      'a contact by method override',
      { method: 'POST', path: '/partner', body: contact },
      writes(5, 2, 6, 5),
      { 'x-http-method-override': 'PUT' },
    ),
  ],
  listEmployers: [
    ofPartner('list employers', { path: '/employers' }, reads(1.5, 2)),
    ofPartner('find an employer', { path: '/employers?referenceId=CUSTOMER-0042' }, reads(2.5, 3)),
  ],
  upsertEmployerAccount: [
    ofPartner('create an employer', { method: 'PUT', path: '/employers', body: newAccount }, writes(5, 9, 7)),
    ofPartner(
      'upsert an employer as it is',
      { method: 'PUT', path: '/employers', body: { referenceId: 'CUSTOMER-0042' } },
      writes(5, 4, 6),
    ),
  ],
  overrideEmployersMethod: [
    ofPartner(
      'create an employer by method override',
      { method: 'POST', path: '/employers', body: newAccount },
      writes(5, 9, 7),
      { 'x-http-method-override': 'PUT' },
    ),
  ],
  getEmployerAccount: [ofPartner('an employer', { path: '/employers/{id}' }, reads(1, 1))],
  updateEmployerAccount: [
    ofPartner('rename', { method: 'PUT', path: '/employers/{id}', body: { name: 'Else' } }, writes(4, 4, 5)),
  ],
  overrideEmployerAccountMethod: [
    ofPartner(
      'rename by method override',
      { method: 'POST', path: '/employers/{id}', body: { name: 'Else' } },
      writes(4, 4, 5),
      { 'x-http-method-override': 'PUT' },
    ),
  ],
  requestEmployerAccountDeletion: [
    ofPartner(
      'ask for the deletion of an employer',
      { method: 'POST', path: '/employers/{id}/deletion' },
      writes(4, 4, 5),
    ),
  ],
  listKeys: [readOf('list keys', () => '/keys', reads(4, 3))],
  createKey: [
    ofKeys('create a key', { method: 'POST', path: '/keys', body: { label: 'ATS' } }, writes(6, 6, 6)),
    ofKeys(
      'create a key with an Idempotency-Key',
      { method: 'POST', path: '/keys', body: { label: 'ATS' } },
      writes(7, 8, 7),
      { 'idempotency-key': 'create-key-1' },
    ),
  ],
  updateKey: [
    ofKeys('relabel a key', { method: 'PUT', path: '/keys/{id}', body: { label: 'ATS' } }, writes(6, 4, 6)),
  ],
  deleteKey: [ofKeys('revoke a key', { method: 'DELETE', path: '/keys/{id}' }, writes(6, 4, 6))],
  overrideKeyMethod: [
    ofKeys(
      'relabel a key by method override',
      { method: 'POST', path: '/keys/{id}', body: { label: 'ATS' } },
      writes(6, 4, 6),
      { 'x-http-method-override': 'PUT' },
    ),
  ],
  listPositionTypes: [get('/positiontypes', nothing)],
  getPositionType: [get('/positiontypes/1', nothing)],
  listJobCategories: [get('/jobcategories', nothing)],
  getJobCategory: [get('/jobcategories/1', nothing)],
  listSalaryPeriods: [get('/salaryperiods', nothing)],
  getSalaryPeriod: [get('/salaryperiods/1', nothing)],
  listApplicantRoutingTypes: [get('/applicantroutingtypes', nothing)],
  getApplicantRoutingType: [get('/applicantroutingtypes/1', nothing)],
  listLocations: [get('/locations?q=van', reads(0.5, 1))],
  getLocation: [get('/locations/156', nothing)],
  listPublicJobs: [
    readOf('the first page', ({ employer }) => `/public/jobs?employer=${employer}`, reads(10.5, 3)),
  ],
  getPublicJob: [
    posting('a posting whose block of ids is known', { confidential: false }, reads(1.5, 2, 1)),
    posting('a confidential posting', { confidential: true }, reads(2, 3, 2)),
  ],
};

// DynamoDB Local counts index writes differently (16 for a change of status); reads are the same.
const describeCounted = process.env['EMBEDDED_ENGINE'] ? describe : describe.skip;

describeCounted(`an employer with ${SIZE} jobs`, () => {
  test.each(Object.values(costs).flat())(
    '$title costs exactly the agreed units and calls',
    async ({ cost, agreed }) => {
      expect(await cost(writer)).toEqual(agreed);
    },
  );

  test('The page of a logo costs exactly the agreed units', async () => {
    const { cost, agreed } = ofLogo('', [png, { method: 'GET' }], reads(0.5, 1));
    expect(await cost(writer)).toEqual(agreed);
  });

  test('A creation with an Idempotency-Key and its repetition cost exactly the agreed units', async () => {
    const creation = writer.operations.create.next();
    const cost = () => writer.costOf({ next: () => creation }, { 'idempotency-key': creation.path });
    expect(await cost()).toEqual(writes(0, 17, 2));
    expect(await cost()).toEqual(writes(1, 1, 3));
  });
});

describeCounted('an employer without jobs', () => {
  test('A batch of 100 creations allocates its numbers once and needs only a few transactions', async () => {
    const employer = await employerWith('spread', 0);
    const { costOf } = employer;
    await createJob(employer);
    const creations = Array.from({ length: 100 }, (_, n) => sampleBody({ referenceId: referenceIdOf(n) }));
    const { roundTrips: _, ...cost } = await costOf({ next: () => batchOf('create', creations) });
    // One allocation, four for two blocks of ids, and a transaction for every eight jobs.
    expect(cost).toEqual({ calls: 18, readUnits: 0, writeUnits: 1405 });
  });
});

test('Every page of a list costs one unit, wherever it is, also after a year of refreshes', async () => {
  for (const { cost } of [writer, refreshed]) {
    await cost('list page 1');
    for (const page of ['list page 1', 'list middle page', 'list last page', 'status middle page'] as const) {
      expect([page, (await cost(page)).readUnits]).toEqual([page, 1]);
    }
  }
});

/** The cost of the page of an employer's postings, and whether there is a next page. */
async function pageOf({ costOf, employer }: Measured, query: string) {
  let page = '';
  const onAnswer = (text: string) => void (page = text);
  const path = `${service.origin}/employers/${employer.id}?${query}`;
  const { readUnits } = await costOf({ next: () => ({ method: 'GET', path }), onAnswer });
  return { readUnits, found: page.split('<h2>').length - 1, hasNext: page.includes('rel="next"') };
}

/** Rows of the index of postings. */
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    SK: 'J#1',
    title: 'Baker',
    locations: [],
    [attributes.position]: 1_000_000 - n,
  }));

const pagesFor = async (query: string) => [await pageOf(reader, query), await pageOf(refreshed, query)];

describeCounted("a page of an employer's postings", () => {
  test('costs at most 12 units, however many jobs there are', async () => {
    // Half a unit is for the employer's text about itself, and up to 1.5 for 50 rows of the index.
    const page = { found: 18, hasNext: true };
    expect(await pagesFor('')).toEqual([
      { readUnits: 11, ...page },
      { readUnits: 11.5, ...page },
    ]);
  });

  test('costs the index that it looks through, and the jobs that it shows', async () => {
    for (const query of ['q=nobody', 'category=1', 'type=5', 'workplace=remote', 'q=nobody&category=23']) {
      expect([query, await pagesFor(query)]).toEqual([
        query,
        [
          { readUnits: 1.5, found: 0, hasNext: false },
          { readUnits: 11, found: 0, hasNext: false },
        ],
      ]);
    }
    expect(await pagesFor('q=welder&category=23&type=1')).toEqual([
      { readUnits: 4, found: 5, hasNext: false },
      { readUnits: 20, found: 18, hasNext: true },
    ]);
  });

  test.each([20, 300, 1_000])(
    'costs less than 30 units of the index for what is not found among rows of %i bytes, and leads on',
    async (bytes) => {
      let readUnits = 0;
      const db = {
        ...service.db,
        usage: () => ({ ...service.db.usage(), readUnits }),
        queryPage: async ({ Limit = 0 }) => {
          readUnits += Math.ceil((Limit * bytes) / 4_096) / 2;
          return { items: rowsOf(Limit), scanned: Limit, last: undefined };
        },
      };
      const query = {
        after: undefined,
        filter: parsePostingSearch('q=nobody').filter,
        hasPassed: () => false,
      };
      const page = await employerPostings(db, teasers).page(writer.employer, query);
      expect(page).toEqual({ postings: [], next: expect.any(String) });
      expect(readUnits).toBeGreaterThan(15);
      expect(readUnits).toBeLessThan(30);
    },
  );
});
