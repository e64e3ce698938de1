import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { parsePostingSearch } from '../functions/postings/employer/posting-search.ts';
import { employerPostings, teasers } from '../functions/postings/employer/employer-postings.ts';
import { logBuilder } from '../functions/events/store/log-builder.ts';
import type { Usage } from '../functions/platform/dynamodb/database.ts';
import { loadEmployer } from './bench/load-employer.ts';
import { referenceIdOf, sampleBody } from './bench/sample-job.ts';
import { countRoundTrips } from './bench/round-trips.ts';
import { shapes } from './bench/shapes.ts';
import { jobKeys } from '../functions/jobs/keys.ts';
import { attributes } from '../functions/platform/dynamodb/table.ts';
import type { OperationId } from '../schemas/operations.ts';
import { ANSWER_MAX } from '../schemas/answer.ts';
import { anApplication as applicationBody } from './setup/an-application.ts';
import { applicationsInTable, aWebhook, pathIds } from './setup/applications-in-table.ts';
import type { PathIds } from './setup/openapi-requests.ts';
import { section, tableRows } from './setup/markdown.ts';
import { setClock } from './setup/clock.ts';
import { realLogo } from './setup/logos.ts';
import { addApiKey, aPartner } from './setup/partners.ts';
import { startService } from './setup/service.ts';
import { anEvent } from './setup/webhook-run.ts';

type Cost = Usage & { roundTrips: number };

/** A request with JSON or a file as its body. */
interface Request {
  method: string;
  path: string;
  body?: object | undefined;
  headers?: Record<string, string>;
}

const get = (path: string): Request => ({ method: 'GET', path });
const post = (path: string, body?: object): Request => ({ method: 'POST', path, body });
const put = (path: string, body: object): Request => ({ method: 'PUT', path, body });
const remove = (path: string, body?: object): Request => ({ method: 'DELETE', path, body });

const withHeaders = (request: Request, headers: Record<string, string>): Request => ({
  ...request,
  headers: { ...request.headers, ...headers },
});

/** The same request by method override. */
const override = (request: Request): Request =>
  withHeaders({ ...request, method: 'POST' }, { 'x-http-method-override': request.method });

// Stops the clock, so that no container reloads a key or a secret during the suite.
const now = Date.now();
setClock(now);
beforeEach(() => setClock(now));
const service = await startService();
const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient());
const roundTrips = countRoundTrips();
const log = jest.spyOn(console, 'log').mockReturnValue();

afterAll(() => {
  log.mockRestore();
  dynamo.destroy();
});

/** The number of jobs of the measured employer. */
const SIZE = 500;

let lastNumber = 0;

/** The creation of a job with a new referenceId. */
function creation(fields: object = {}): Request {
  lastNumber += 1;
  return post('/jobs', sampleBody({ referenceId: `NEW-${lastNumber}`, ...fields }));
}

/** An employer with this many jobs, and functions that measure its requests. */
async function employerWith(size: number, shape = shapes.spread) {
  const employer = await service.newEmployer();
  const { id: employerId } = employer.employer;
  const firstId = await loadEmployer({
    client: dynamo,
    tableName: service.db.tableName,
    employerId,
    shape,
    size,
  });

  /** Sends a request; returns its reported cost and the body of the response. */
  async function measure({
    method,
    path,
    body,
    headers = {},
  }: Request): Promise<{ cost: Cost; text: string }> {
    roundTrips.take();
    const { status, text } = await employer.request(method, path, { headers, ...(body && { body }) });
    expect([200, 201, 204, 302]).toContain(status);
    const { calls, readUnits, writeUnits } = JSON.parse(String(log.mock.lastCall?.[0])) as Usage;
    return { cost: { calls, readUnits, writeUnits, roundTrips: roundTrips.take() }, text };
  }

  // The first request reads the API key.
  await employer.get('/events');
  return {
    employer: employer.employer,
    firstId,
    measure,
    costOf: async (request: Request) => (await measure(request)).cost,
    /** Creates a job through the API, for which the service reserves ids at first. */
    createJob: async (fields?: object) =>
      JSON.parse((await measure(creation(fields))).text) as { id: number; title: string; referenceId: null },
  };
}

type Measured = Awaited<ReturnType<typeof employerWith>>;

/** The employer of read-only tests, with a resource for every path parameter. */
let reader: Measured & { ids: PathIds };
/** The employer of the tests that write jobs and applications. */
let writer: Measured & { job: Awaited<ReturnType<Measured['createJob']>> };
/** An employer whose jobs do not change, after a year of weekly refreshes. */
let refreshed: Measured;

beforeAll(async () => {
  const [ofFew, of500] = [await employerWith(47), await employerWith(SIZE)];
  reader = { ...ofFew, ids: await pathIds(service.db, ofFew, await ofFew.createJob()) };
  writer = { ...of500, job: await of500.createJob() };
  refreshed = await employerWith(SIZE, shapes.refreshed);
  // The first list of applications reads the secret that encrypts ids and cursors.
  await reader.costOf(get('/applications'));
});

const writes = (readUnits: number, writeUnits: number, calls: number, trips = calls): Cost => ({
  readUnits,
  writeUnits,
  calls,
  roundTrips: trips,
});
const reads = (readUnits: number, calls: number, trips = calls) => writes(readUnits, 0, calls, trips);

interface Agreement {
  title: string;
  cost: () => Promise<Cost | Cost[]>;
  agreed: Cost | Cost[];
}

/** A request of the writer. */
const requested = (title: string, request: () => Request, agreed: Cost): Agreement => ({
  title,
  cost: () => writer.costOf(request()),
  agreed,
});

/** Who sends a request, and the values of the parameters in its path. */
interface Sender {
  costOf: Measured['costOf'];
  values?: Partial<Record<string, string | number>>;
}

/** Measures requests of a sender, one after another: the last ones, as many as have an agreed cost. */
const measuredOf =
  (createSender: () => Promise<Sender>) =>
  (requests: Request | readonly Request[], agreed: Cost | Cost[]): Agreement => ({
    title: [requests]
      .flat()
      .map(({ method, path, body, headers }) => {
        const content = body instanceof Uint8Array ? `${body.length} bytes` : body;
        return `${method} ${path} ${JSON.stringify([content, headers])}`.slice(0, 150);
      })
      .join(', '),
    cost: async () => {
      const { costOf, values = {} } = await createSender();
      const measured = [];
      for (const request of [requests].flat()) {
        const path = request.path.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name]));
        measured.push(await costOf({ ...request, path }));
      }
      return measured.slice(-[agreed].flat().length);
    },
    agreed: [agreed].flat(),
  });

/** Creates an application for the job of the writer, without mail. */
const newApplication = (state: 'held' | 'sent') =>
  applicationsInTable(service.db).create(writer.employer, writer.job, { state, suspicions: ['too_fast'] });

const newEmployer = () => employerWith(0);
const ofWriter = measuredOf(async () => writer);
const ofEmployer = measuredOf(newEmployer);

/** A request about the first of a hundred jobs of an employer, which were not searched before. */
const ofHundredJobs = measuredOf(async () => {
  const { costOf, firstId } = await employerWith(100);
  return { costOf, values: { id: firstId } };
});

/** A request about a new webhook, whose URL has no server. */
const ofWebhook = measuredOf(async () => {
  const { costOf, employer } = await newEmployer();
  return { costOf, values: { id: await aWebhook(service.db, employer.id) } };
});

/** A request about a second key of an employer. */
const ofKey = measuredOf(async () => {
  const { costOf, employer } = await newEmployer();
  return { costOf, values: { id: await addApiKey(service.db, employer.id) } };
});

/** A request about a new application, which was mailed or is held as suspicious. */
const ofApplication = measuredOf(async () => ({ ...writer, values: { id: await newApplication('sent') } }));
const ofHeldApplication = measuredOf(async () => ({
  ...writer,
  values: { id: await newApplication('held') },
}));

/** A request of a partner with one employer, after a request that cached its key. */
const ofPartner = measuredOf(async () => {
  const { partnerKey, partnersEmployer } = await aPartner(service.db);
  const costOf = (request: Request) => writer.costOf(withHeaders(request, { 'api-key': partnerKey }));
  await costOf(get('/partner'));
  return { costOf, values: { id: partnersEmployer } };
});

/** A read, and the same read after the first one has filled the caches. */
const twice = (path: string) => [get(path), get(path)];

/** A request about a resource of the reader. */
const ofReader = measuredOf(async () => ({ costOf: reader.costOf, values: { ...reader.ids } }));
const readOf = (path: string, agreed: Cost) => ofReader(twice(path), agreed);

/** A request about a log of a dozen pages. */
const ofManyEvents = measuredOf(async () => {
  const { costOf, employer } = await newEmployer();
  const employerId = employer.id;
  const { add } = logBuilder(service.db, 10 * 365 * 86_400);
  for (let n = 1; n <= 12; n += 1) {
    const { id: _, ...event } = anEvent(n);
    // A page is too small for two events of this size.
    const job = { id: 7, ...event.data.job, referenceId: randomBytes(450).toString('base64') };
    const data = { ...event.data, job };
    await add(employerId, [
      { employerId, source: 'j', sequenceNumber: String(n), event: { ...event, data } },
    ]);
  }
  return { costOf };
});

const free = reads(0, 0);

/** The public id of a new active job. */
async function newPosting(fields: object): Promise<string> {
  const job = await writer.createJob({ ...fields, status: 'active' });
  const item = await service.db.get({ Key: jobKeys.job(writer.employer.id, job.id), ConsistentRead: true });
  return item?.[attributes.publicName] ?? String(job.id);
}

/** A request about the posting of a new active job. */
const ofPosting = (fields: object) =>
  measuredOf(async () => ({ costOf: writer.costOf, values: { id: await newPosting(fields) } }));

const batchOf = (operation: string, bodies: readonly object[]) =>
  post('/jobs/batch', { operations: bodies.map((body) => ({ operation, body })) });

/** The upsert of a job that exists, with another title. */
const upsert = () => put('/jobs', sampleBody({ referenceId: referenceIdOf(17), title: 'Developer' }));

/** A change of the title of a job that has a reference, a row in each index, and no other change in this suite. */
const retitling = ({ firstId }: Pick<Measured, 'firstId'>, nth = 1) =>
  put(`/jobs/${firstId + nth}`, { title: `Revised Title ${nth}` });

const search = get('/jobs?q=welder&pageSize=10');

const listPages: Record<string, Request> = {
  'list page 1': get('/jobs?page=1&pageSize=10'),
  'list middle page': get('/jobs?page=25&pageSize=10'),
  'list last page': get('/jobs?page=50&pageSize=10'),
  'status middle page': get('/jobs?status=active&page=18&pageSize=10'),
};

/** Fields that the first 100 jobs already have. Only the title and the locations differ by job. */
const presentFields = Array.from({ length: 100 }, (_, n) =>
  sampleBody({ referenceId: referenceIdOf(n), title: undefined, locations: undefined }),
);

/** The job and the applications that a measurement uses. */
interface Applying {
  /** Fields of the job. */
  job?: object;
  /** A change of the job before the second application. */
  change?: object;
  /** If set, measures the list of this many applications instead of the second application. */
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
    const id = await newPosting(job);
    // Another suite may have used up the daily limit of confirmations to an address.
    const domain = `${crypto.randomUUID().slice(0, 8)}.example.com`;
    const send = (name: string) =>
      writer.costOf(
        post(`/public/jobs/${id}/applications`, applicationBody({ email: `${name}@${domain}`, ...fields })),
      );
    for (let before = 1; before <= (listed ?? 1); before += 1) await send(`before${before}`);
    if (listed) return writer.costOf(get(`/jobs/${id}/applications`));
    if (change) await writer.costOf(put(`/jobs/${id}`, change));
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

/** The request that sets a logo. */
function setLogo(fileName: string): Request {
  const { bytes, mediaType } = realLogo(fileName);
  return withHeaders(put('/employer/logo', bytes), { 'content-type': mediaType });
}

const png = setLogo('chromium.png');
const noLogo = remove('/employer/logo');
const creationWithKey = withHeaders(creation(), { 'idempotency-key': 'create-1' });
const beginUpload = post('/public/jobs/{id}/files', { fileName: 'cv.pdf' });
const relabel = put('/keys/{id}', { label: 'ATS' });
const newKey = post('/keys', { label: 'ATS' });

/**
 * The agreed cost of each operation, to half a unit. A change that raises a cost must change this table. An override has
 * the handler of the operation that it calls.
 */
const costs: Record<Exclude<OperationId, `override${string}`>, readonly Agreement[]> = {
  listJobs: [
    ...Object.entries(listPages).map(([title, request]) =>
      requested(title, () => request, reads(1, 2, title === 'list page 1' ? 1 : 2)),
    ),
    // The first q of a container, and another one after a change.
    ofHundredJobs(
      [search, put('/jobs/{id}', { title: 'Revised' }), search],
      [reads(6.5, 3), writes(1, 7, 2), reads(5.5, 2)],
    ),
    ofHundredJobs(get('/jobs?updatedSince=2020-01-01T00:00:00Z'), reads(6, 2)),
    // 100 of 400 changed jobs.
    measuredOf(() => employerWith(400))(
      get('/jobs?updatedSince=2020-01-01T00:00:00Z&pageSize=100'),
      reads(51, 2),
    ),
  ],
  createJob: [
    requested('create', creation, writes(0, 15, 2)),
    // A creation with an Idempotency-Key, and its repetition.
    ofWriter([creationWithKey, creationWithKey], [writes(0, 17, 2), writes(1, 1, 3)]),
  ],
  upsertJob: [
    requested('upsert existing', upsert, writes(2, 7, 3)),
    requested('upsert new', () => ({ ...creation(), method: 'PUT' }), writes(1, 15, 3)),
  ],
  deleteJobByReference: [
    ofWriter([creation({ referenceId: 'GONE' }), remove('/jobs', { referenceId: 'GONE' })], writes(2, 15, 3)),
  ],
  batchJobs: [
    requested('100 upserts without a change', () => batchOf('upsert', presentFields), reads(200, 2)),
    // The second operation reads the reference and the job again, after the first.
    requested(
      'an update and an upsert of the same job without a change, in a batch',
      () =>
        post('/jobs/batch', {
          operations: [
            { operation: 'update', id: writer.firstId, body: {} },
            { operation: 'upsert', body: { referenceId: referenceIdOf(0) } },
          ],
        }),
      reads(4, 4),
    ),
  ],
  validateJob: [
    requested('a job to create, validated', () => ({ ...creation(), path: '/jobs/validate' }), reads(1, 1)),
  ],
  validateUpsert: [
    requested('a job to update, validated', () => ({ ...upsert(), path: '/jobs/validate' }), reads(2, 2)),
  ],
  // A page that filters by status also reads jobs in other statuses.
  listReferences: ['limit=50', 'limit=1&status=archived'].map((query) =>
    readOf(`/jobs/references?${query}`, reads(1.5, 2, 1)),
  ),
  getJob: [requested('get', () => get(`/jobs/${writer.firstId}`), reads(1, 1))],
  updateJob: [
    requested('update title', () => retitling(writer), writes(1, 7, 2)),
    requested(
      'change status',
      () => put(`/jobs/${writer.firstId}`, { status: 'archived' }),
      writes(1, 14, 2),
    ),
    requested('an override', () => override(retitling(writer, 2)), writes(1, 7, 2)),
    // A field that no list has, of a separate employer, because other costs depend on the sizes of jobs.
    ofHundredJobs(put('/jobs/{id}', { description: '<p>Other words</p>' }), writes(1, 6, 2)),
  ],
  deleteJob: [
    {
      title: 'delete',
      cost: async () => writer.costOf(remove(`/jobs/${(await writer.createJob()).id}`)),
      agreed: writes(1, 15, 2),
    },
  ],
  refreshJob: [requested('refresh', () => post(`/jobs/${writer.firstId + 20}/refresh`), writes(1, 17, 3))],
  listEvents: [ofWriter(get('/events'), reads(1, 1)), ofManyEvents(get('/events?limit=1'), reads(2, 2))],
  listJobHistory: [
    // Reads the history of a job that is older than the log.
    readOf('/jobs/{job}/history', reads(3, 3)),
    ofManyEvents(get(`/jobs/${anEvent(1).data.job?.id}/history?before=9`), reads(3, 2)),
  ],
  listApplications: [
    readOf('/applications', reads(1, 1)),
    readOf('/applications?state=held', reads(1, 1)),
    readOf('/applications?email=a@example.com', reads(1, 1)),
  ],
  listJobApplications: [
    readOf('/jobs/{job}/applications', reads(2.5, 3, 2)),
    applying('a page of applications with 200 kB of answers each', longAnswers, reads(248.5, 3, 2), {
      ...asksForLong,
      listed: 7,
    }),
  ],
  getApplication: [readOf('/applications/{application}', reads(1, 1))],
  createApplication: [
    applying('application', {}, writes(5.5, 15, 10, 7)),
    applying('application, the first since the posting has changed', {}, writes(5.5, 17, 10, 7), {
      change: { title: 'Cook' },
    }),
    applying('200 kB of answers', longAnswers, writes(5.5, 409, 10, 7), asksForLong),
    applying('long letter', { coverLetter: 'x'.repeat(5_000) }, writes(5.5, 25, 10, 7)),
  ],
  importApplication: [
    requested(
      'import an application',
      () => {
        const [name, referenceId] = [crypto.randomUUID(), crypto.randomUUID()];
        const body = { name: 'Zoé', email: `${name}@example.com`, referenceId };
        return post(`/jobs/${writer.job.id}/applications`, body);
      },
      writes(6, 10, 6, 5),
    ),
  ],
  batchApplications: [
    {
      title: 'two stages and a deletion in a batch',
      cost: async () => {
        const ids = [];
        for (let n = 0; n < 3; n += 1) ids.push(await newApplication('sent'));
        const operations = ids.map((id, index) =>
          index < 2 ? { operation: 'update', id, body: { stage: 'offer' } } : { operation: 'delete', id },
        );
        return { ...(await writer.costOf(post('/applications/batch', { operations }))), roundTrips: 0 };
      },
      agreed: writes(8, 14, 12, 0),
    },
  ],
  createUpload: [
    // The second one, when the service has cached its signing key and the job's employer.
    ofPosting({})([beginUpload, beginUpload], reads(1.5, 2, 1)),
  ],
  getApplicationResume: [readOf('/applications/{application}/resume', reads(1, 1))],
  updateApplication: [
    ofApplication(put('/applications/{id}', { stage: 'offer' }), writes(1, 4, 2)),
    // Sets the stage that the application already has.
    ofApplication(put('/applications/{id}', { stage: 'new' }), reads(1, 1)),
  ],
  deleteApplication: [ofApplication(remove('/applications/{id}'), writes(6, 6, 8, 5))],
  // Two writes count the mail, by account and by address.
  resendApplication: [ofApplication(post('/applications/{id}/resend'), writes(2, 4, 5))],
  releaseApplication: [ofHeldApplication(post('/applications/{id}/release'), writes(1, 4, 4))],
  listWebhooks: [readOf('/webhooks', reads(1, 1))],
  createWebhook: [ofEmployer(post('/webhooks', { url: 'https://hooks.example.com/jobs' }), writes(5, 5, 6))],
  getWebhook: [readOf('/webhooks/{webhook}', reads(1, 1))],
  updateWebhook: [
    ofWebhook(put('/webhooks/{id}', { description: 'ATS' }), writes(3, 1, 4)),
    ofWebhook(put('/webhooks/{id}', { status: 'paused' }), writes(3, 2, 4)),
  ],
  deleteWebhook: [ofWebhook(remove('/webhooks/{id}'), writes(3, 3, 5))],
  rotateWebhookSecret: [ofWebhook(post('/webhooks/{id}/secret'), writes(3, 1, 4))],
  testWebhook: [ofWebhook(post('/webhooks/{id}/test'), reads(2, 2))],
  getEmployer: [readOf('/employer', reads(2, 2, 1))],
  updateEmployer: [
    ofEmployer(put('/employer', { website: 'https://example.com' }), writes(4, 2, 5, 4)),
    ofEmployer(put('/employer', { about: '<p>We bake.</p>' }), writes(4, 4, 5, 4)),
  ],
  setLogo: [
    ofEmployer(png, writes(4, 2, 5, 3)),
    ofEmployer([png, png], reads(2, 2, 1)),
    ofEmployer([png, setLogo('chromium.jpg')], writes(4, 2, 5, 3)),
  ],
  deleteLogo: [ofEmployer([png, noLogo], writes(2, 2, 3, 2)), ofEmployer(noLogo, reads(2, 2, 1))],
  getPartner: [ofPartner(get('/partner'), reads(3, 3, 2))],
  updatePartner: [ofPartner(put('/partner', { contactEmail: 'ops@example.com' }), writes(5, 2, 6, 5))],
  listEmployers: [
    ofPartner(get('/employers'), reads(1.5, 2)),
    ofPartner(get('/employers?referenceId=CUSTOMER-0042'), reads(2.5, 3)),
  ],
  upsertEmployerAccount: [
    ofPartner(put('/employers', { referenceId: 'CUSTOMER-0043', name: 'Acme' }), writes(5, 9, 7)),
    // Sends the account without a change.
    ofPartner(put('/employers', { referenceId: 'CUSTOMER-0042' }), reads(5, 5)),
  ],
  getEmployerAccount: [ofPartner(get('/employers/{id}'), reads(1, 1))],
  updateEmployerAccount: [ofPartner(put('/employers/{id}', { name: 'Else' }), writes(4, 4, 5))],
  requestEmployerAccountDeletion: [ofPartner(post('/employers/{id}/deletion'), writes(4, 4, 5))],
  listKeys: [readOf('/keys', reads(4, 3))],
  createKey: [
    ofKey(newKey, writes(6, 6, 6)),
    ofKey(withHeaders(newKey, { 'idempotency-key': 'create-key-1' }), writes(7, 8, 7)),
  ],
  updateKey: [
    ofKey(relabel, writes(6, 4, 6)),
    // The key has the label already.
    ofKey([relabel, relabel], reads(6, 5)),
  ],
  deleteKey: [ofKey(remove('/keys/{id}'), writes(6, 4, 6))],
  listPositionTypes: [ofWriter(get('/positiontypes'), free)],
  getPositionType: [ofWriter(get('/positiontypes/1'), free)],
  listJobCategories: [ofWriter(get('/jobcategories'), free)],
  getJobCategory: [ofWriter(get('/jobcategories/1'), free)],
  listSalaryPeriods: [ofWriter(get('/salaryperiods'), free)],
  getSalaryPeriod: [ofWriter(get('/salaryperiods/1'), free)],
  listApplicantRoutingTypes: [ofWriter(get('/applicantroutingtypes'), free)],
  getApplicantRoutingType: [ofWriter(get('/applicantroutingtypes/1'), free)],
  listLocations: [ofWriter(get('/locations?q=van'), reads(0.5, 1))],
  getLocation: [ofWriter(get('/locations/156'), free)],
  listPublicJobs: [readOf('/public/jobs?employer={employer}', reads(10.5, 3))],
  // The service has cached the block of ids of the first posting.
  getPublicJob: [
    ofPosting({ confidential: false })(twice('/public/jobs/{id}'), reads(1.5, 2, 1)),
    ofPosting({ confidential: true })(twice('/public/jobs/{id}'), reads(2, 3, 2)),
  ],
};

// DynamoDB Local counts index writes differently (16 for a change of status); reads are the same.
const describeCounted = process.env['EMBEDDED_ENGINE'] ? describe : describe.skip;

test('docs/costs.md states the units of these operations', () => {
  const page = readFileSync(new URL('../docs/costs.md', import.meta.url), 'utf8');
  const rows = tableRows(section(page, 'Units and dollars'));
  expect(rows.length).toBeGreaterThan(8);
  const agreements = new Map(
    Object.values(costs)
      .flat()
      .map(({ title, agreed }) => [title, agreed]),
  );
  for (const [name = '', units] of rows) {
    const { readUnits, writeUnits } = agreements.get(name) as Cost;
    expect([name, units]).toEqual([name, [readUnits, writeUnits].filter(Boolean).join(' + ')]);
  }
});

test('docs/costs.md explains each write unit of a job', () => {
  const page = readFileSync(new URL('../docs/costs.md', import.meta.url), 'utf8');
  const rows = tableRows(section(page, 'What a write pays for'));
  const sums = [1, 2, 3].map((column) =>
    rows.slice(0, -1).reduce((sum, row) => sum + Number(row[column]), 0),
  );
  expect(rows.at(-1)?.slice(1, 4)).toEqual(sums.map(String));
});

describeCounted(`an employer with ${SIZE} jobs`, () => {
  test.each(Object.values(costs).flat())(
    '$title costs exactly the agreed units and calls',
    async ({ cost, agreed }) => {
      expect(await cost()).toEqual(agreed);
    },
  );

  test('the page of a logo costs exactly the agreed units', async () => {
    const { measure, costOf } = await newEmployer();
    const { logo } = JSON.parse((await measure(png)).text) as { logo: string };
    expect(await costOf(get(logo))).toEqual(reads(0.5, 1));
  });
});

describeCounted('an employer without jobs', () => {
  test('a batch of 100 creations allocates its numbers once and needs only a few transactions', async () => {
    const { createJob, costOf } = await newEmployer();
    await createJob();
    const creations = Array.from({ length: 100 }, (_, n) => sampleBody({ referenceId: referenceIdOf(n) }));
    const { roundTrips: _, ...cost } = await costOf(batchOf('create', creations));
    // One allocation, four for two blocks of ids, and a transaction for every eight jobs.
    expect(cost).toEqual({ calls: 18, readUnits: 0, writeUnits: 1405 });
  });
});

test('every page of a list costs one unit, first or last, also after a year of refreshes', async () => {
  const pages = Object.values(listPages);
  const costsOfPages = [];
  for (const page of pages) costsOfPages.push((await refreshed.costOf(page)).readUnits);
  expect(costsOfPages).toEqual(pages.map(() => 1));
});

/** The cost of the page of an employer's postings, and whether there is a next page. */
async function pageOf({ measure, employer }: Measured, query: string) {
  const { cost, text } = await measure(get(`${service.origin}/employers/${employer.id}?${query}`));
  const postingCount = text.split('<h2>').length - 1;
  return { readUnits: cost.readUnits, found: postingCount, hasNext: text.includes('rel="next"') };
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

  test('costs the rows of the index that a search reads, and the jobs that the page shows, the newest if it finds none', async () => {
    for (const query of ['q=none', 'category=1', 'type=5', 'workplace=remote', 'q=none&category=23']) {
      expect([query, await pagesFor(query)]).toEqual([
        query,
        [
          // The heading of the newest postings counts, too.
          { readUnits: 11.5, found: 19, hasNext: false },
          { readUnits: 21.5, found: 19, hasNext: false },
        ],
      ]);
    }
    expect(await pagesFor('q=welder&category=23&type=1')).toEqual([
      { readUnits: 4, found: 5, hasNext: false },
      { readUnits: 14, found: 18, hasNext: true },
    ]);
  });

  test.each([20, 300, 1_000])(
    'costs fewer than 30 units of the index when no row of %i bytes matches, and links to the next page',
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
        filter: parsePostingSearch('q=none').filter,
        hasPassed: () => false,
      };
      const page = await employerPostings(db, teasers).page(writer.employer, query);
      expect(page).toEqual({ postings: [], next: expect.any(String) });
      expect(readUnits).toBeGreaterThan(15);
      expect(readUnits).toBeLessThan(30);
    },
  );
});
