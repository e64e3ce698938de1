import { tombstone } from '../../functions/platform/dynamodb/tombstone.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { createGateway } from '../../bin/local/gateway.ts';
import { hashApiKey } from '../../functions/accounts/domain/api-key.ts';
import { apiKeyStore } from '../../functions/accounts/store/api-keys.ts';
import { accountKeys } from '../../functions/accounts/keys.ts';
import { applicationKeys } from '../../functions/applications/keys.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';
import { aJob } from '../setup/a-job.ts';
import { apply } from '../setup/an-application.ts';
import { setClock } from '../setup/clock.ts';
import { respondOnWire } from '../setup/dynamo-proxy.ts';
import { startFaultyStore, type StoreCall, type Fault, type FaultPlan } from '../setup/faulty-store.ts';
import { createHttpClient, type Client, type Reply } from '../setup/http-client.ts';
import { realLogo } from '../setup/logos.ts';
import { ownFiles } from '../setup/own-files.ts';
import { startService } from '../setup/service.ts';
import {
  conflicting,
  fatalErrorAfterWork,
  fatalErrorBeforeWork,
  respondWithError,
  forgottenToken,
  lastWriteConflicting,
  invalid,
  isTransaction,
  isWrite,
  lostResponse,
  lostRequest,
  noResponse,
  noResponseAfterWork,
  otherTransientFaults,
  transientFaults,
  partialBatch,
  SECRET,
  throttled,
} from '../setup/faults.ts';

const files = ownFiles();
const store = await startFaultyStore({ limits: true, seesAccounts: false });
const { plans } = store;
const service = await startService({ mayFail: true });
/** A service whose requests have 300 ms for retries: the store reserves 1,500 ms for the response. */
const HURRIED_MILLIS = 2_500;
const hurriedGateway = createGateway({ functionMillis: HURRIED_MILLIS });
const hurriedOrigin = `http://127.0.0.1:${await hurriedGateway.listen(0)}`;

afterEach(() => {
  store.reset();
  jest.useRealTimers();
});
afterAll(async () => {
  await hurriedGateway.close();
  await service.close();
  await store.goDown();
});

/** Faults that prove that the call had no effect. */
const refusals = new Set([throttled, conflicting]);

type Row = [title: string, referenceId: string | null, status: string];
const baker: Row = ['Baker', 'R-1', 'draft'];

interface Operation {
  send: (client: Client, id: number) => Promise<Reply>;
  status: number;
  /** The state of the employer's data after the operation. */
  after: unknown;
  before?: unknown;
  /** Other states in which a function that ends early may leave the data. */
  between?: unknown[];
  /** Sends what is there before the operation, besides the job. */
  prepare?: (client: Client) => Promise<unknown>;
  stateOf?: (acme: Acme) => Promise<unknown>;
  /** The status of the job that the employer has. */
  jobStatus?: string;
  /** The state after the request was sent again, by the state before, if a repetition continues the first request. */
  repeated?: (state: never) => unknown;
}

const [formerLogo, newLogo] = [realLogo('chromium.png'), realLogo('chromium.jpg')];

const putLogo = (client: Client, { bytes, mediaType } = newLogo) =>
  client.put('/employer/logo', bytes, { 'content-type': mediaType });

/** What logos have in common: the employer had another logo before, and a sweep deletes unused files. */
const ofLogo = {
  before: { logo: 'former', files: 1 },
  prepare: (client: Client) => putLogo(client, formerLogo),
  stateOf: logoOf,
};

const withKey = (key: string) => ({ 'idempotency-key': key });

/** Reads a job, and sends a write conditional on that version. */
async function ifMatching(
  client: Client,
  id: number,
  send: (headers: Record<string, string>) => Promise<Reply>,
): Promise<Reply> {
  const current = await client.get(`/jobs/${id}`);
  return current.status === 200 ? send({ 'if-match': current.headers.get('etag') ?? '' }) : current;
}

/** A change of the job with this body, and the job afterwards. */
const updateOperation = (body: object, after: Row): Operation => ({
  send: (client, id) => client.put(`/jobs/${id}`, body),
  status: 200,
  after: [after],
});

const readOperation = (path: (id: number) => string): Operation => ({
  send: (client, id) => client.get(path(id)),
  status: 200,
  after: [baker],
});

/** Operations on an employer with one draft job (title Baker, referenceId R-1), and the jobs after each operation. */
const requests: Record<string, Operation> = {
  'POST /jobs': {
    send: (client) => client.post('/jobs', aJob({ title: 'Cook' })),
    status: 201,
    after: [['Cook', null, 'draft'], baker],
  },
  'POST /jobs with a referenceId': {
    send: (client) => client.post('/jobs', aJob({ title: 'Cook', referenceId: 'R-2', status: 'active' })),
    status: 201,
    after: [['Cook', 'R-2', 'active'], baker],
  },
  'POST /jobs with an Idempotency-Key': {
    send: (client) => client.post('/jobs', aJob({ title: 'Cook', referenceId: 'R-2' }), withKey('sync-1')),
    status: 201,
    after: [['Cook', 'R-2', 'draft'], baker],
    repeated: () => [['Cook', 'R-2', 'draft'], baker],
  },
  'PUT /jobs of a new referenceId': {
    send: (client) => client.put('/jobs', aJob({ title: 'Cook', referenceId: 'R-2' })),
    status: 201,
    after: [['Cook', 'R-2', 'draft'], baker],
  },
  'PUT /jobs of a title': {
    send: (client) => client.put('/jobs', { referenceId: 'R-1', title: 'Cook' }),
    status: 200,
    after: [['Cook', 'R-1', 'draft']],
  },
  'PUT /jobs/{id} of a title': updateOperation({ title: 'Cook' }, ['Cook', 'R-1', 'draft']),
  'PUT /jobs/{id} with If-Match': {
    send: (client, id) =>
      ifMatching(client, id, (headers) => client.put(`/jobs/${id}`, { title: 'Cook' }, headers)),
    status: 200,
    after: [['Cook', 'R-1', 'draft']],
  },
  'PUT /jobs/{id} of a status': updateOperation({ status: 'active' }, ['Baker', 'R-1', 'active']),
  'PUT /jobs/{id} of a referenceId': updateOperation({ referenceId: 'R-2' }, ['Baker', 'R-2', 'draft']),
  'PUT /jobs/{id} of everything': updateOperation({ title: 'Cook', status: 'archived', referenceId: null }, [
    'Cook',
    null,
    'archived',
  ]),
  'DELETE /jobs/{id}': { send: (client, id) => client.delete(`/jobs/${id}`), status: 204, after: [] },
  'DELETE /jobs/{id} with If-Match': {
    send: (client, id) =>
      ifMatching(client, id, (headers) => client.delete(`/jobs/${id}`, undefined, headers)),
    status: 204,
    after: [],
  },
  'DELETE /jobs': {
    send: (client) => client.delete('/jobs', { referenceId: 'R-1' }),
    status: 204,
    after: [],
  },
  'GET /jobs/{id}': readOperation((id) => `/jobs/${id}`),
  'GET /jobs': readOperation(() => '/jobs'),
  'GET /jobs?page=2': readOperation(() => '/jobs?page=2&status=draft'),
  'GET /jobs?q=': readOperation(() => '/jobs?q=baker'),
  'POST /public/jobs/{id}/applications': {
    send: (client, id) => apply(client, id),
    status: 201,
    before: { applications: 0, files: 0 },
    between: [{ applications: 0, files: 1 }],
    after: { applications: 1, files: 1 },
    stateOf: applicationsOf,
    jobStatus: 'active',
    // The sweep removes the file of an application that was not stored.
    repeated: (left: Awaited<ReturnType<typeof applicationsOf>>) => ({
      applications: 1,
      files: left.files - left.applications + 1,
    }),
  },
  'PUT /employer/logo': {
    ...ofLogo,
    send: (client) => putLogo(client),
    status: 200,
    after: { logo: 'new', files: 1 },
    between: [
      { logo: 'former', files: 2 },
      { logo: 'new', files: 2 },
    ],
  },
  'DELETE /employer/logo': {
    ...ofLogo,
    send: (client) => client.delete('/employer/logo'),
    status: 204,
    after: { logo: 'none', files: 0 },
    between: [{ logo: 'none', files: 1 }],
  },
};
const everyRequest = Object.entries(requests).map(
  ([name, { before = [baker], between = [], stateOf = jobsOf, ...operation }]) =>
    [name, { ...operation, before, between, stateOf }] as const,
);
type AnyRequest = (typeof everyRequest)[number][1];
const isRead = (name: string) => name.startsWith('GET');

const keyOf = (apiKey: string) => `KEY#${hashApiKey(apiKey)}`;

/** An employer with one job. The service has cached its key and its block of job ids. */
async function employerWithAJob({ jobStatus = 'draft', prepare }: Partial<Operation> = {}) {
  const acme = await service.newEmployer();
  const created = await acme.post('/jobs', aJob({ title: 'Baker', referenceId: 'R-1', status: jobStatus }));
  expect(created.status).toBe(201);
  await prepare?.(acme);
  const { id } = acme.employer;
  const partitions = [accountKeys.employer(id).PK, applicationKeys.applicationNumbers(id).PK];
  return {
    ...acme,
    jobId: created.body.id as number,
    hurried: createHttpClient(hurriedOrigin, { 'api-key': acme.apiKey }),
    follow: (plan: FaultPlan) => {
      const planned = { plan, calls: 0 };
      for (const partition of partitions) plans.set(partition, planned);
    },
    /** Ends the faults of this employer. */
    recover: () => partitions.forEach((partition) => plans.delete(partition)),
  };
}
type Acme = Awaited<ReturnType<typeof employerWithAJob>>;

/** The existing jobs, after checking that lists, totals, records and references agree. */
async function jobsOf(acme: Acme): Promise<Row[]> {
  acme.recover();
  const { body: list } = await acme.get('/jobs?pageSize=100');
  const jobs: { id: number; title: string; referenceId: string | null; status: string }[] = list.data;
  expect(list.paging.total).toBe(jobs.length);
  const checks = [
    ...['active', 'archived', 'draft'].map(async (status) => {
      const { body } = await acme.get(`/jobs?status=${status}&pageSize=1`);
      expect(body.paging.total).toBe(jobs.filter((job) => job.status === status).length);
    }),
    ...jobs.map(async ({ id, title, referenceId, status }) => {
      expect((await acme.get(`/jobs/${id}`)).body).toMatchObject({ id, title, referenceId, status });
    }),
  ];
  await Promise.all(checks);
  const references = await service.db.query({
    KeyConditionExpression: 'PK = :PK AND SK BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':PK': accountKeys.employer(acme.employer.id).PK,
      ':from': 'REFERENCE#',
      ':to': 'REFERENCE#~',
    },
    ConsistentRead: true,
  });
  const withReference = jobs.filter(({ referenceId }) => referenceId !== null);
  expect(new Map(references.map(({ SK, jobId }) => [SK, jobId]))).toEqual(
    new Map(withReference.map(({ id, referenceId }) => [`REFERENCE#${referenceId}`, id])),
  );
  return jobs.map(({ title, referenceId, status }) => [title, referenceId, status]);
}

/** The number of applications, each with its file, and of files. */
async function applicationsOf({ employer, get, recover }: Acme) {
  recover();
  const { data } = (await get('/applications')).body;
  for (const { id } of data) {
    const { headers } = await get(`/applications/${id}/resume`);
    expect(await (await fetch(headers.get('location') ?? '')).text()).toMatch(/^%PDF/);
  }
  return { applications: data.length as number, files: (await files.of(employer)).length };
}

const logoFolder = () => join(process.env['DATA_DIR'] ?? '', 'files/logos');

const logosOf = async ({ id }: { id: number }) =>
  (await readdir(logoFolder())).filter((name) => name.startsWith(`${id}-`));

/** Which logo the profile links to, after checking that its file exists, and the number of files. */
async function logoOf({ employer, get, recover }: Acme) {
  recover();
  const { logo } = (await get('/employer')).body;
  const state = { logo: 'none', files: (await logosOf(employer)).length };
  if (logo === null) return state;
  const bytes = Buffer.from(await (await fetch(logo)).arrayBuffer());
  expect([formerLogo, newLogo].some((each) => each.bytes.equals(bytes))).toBe(true);
  return { ...state, logo: formerLogo.bytes.equals(bytes) ? 'former' : 'new' };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

function expectUnavailable({ status, headers, body }: Reply, outcome: unknown) {
  expect(status).toBe(503);
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(body).toMatchObject({ code: 'service_unavailable', status: 503, outcome });
  expect(body.message).toBe(body.detail);
}

/** The number of store calls of an operation without faults. */
async function callsOf(operation: AnyRequest): Promise<number> {
  const acme = await employerWithAJob(operation);
  let calls = 0;
  acme.follow(({ index }) => {
    calls = index + 1;
    return undefined;
  });
  expect((await operation.send(acme, acme.jobId)).status).toBe(operation.status);
  return calls;
}

/** Every fault at every store call of an operation. */
const faultPointsOf = async (operation: AnyRequest) => {
  const calls = await callsOf(operation);
  return Object.entries(transientFaults).flatMap(([what, fault]) =>
    upTo(calls).map((at) => ({ what, fault, at })),
  );
};

/** The states that may follow a response. */
const statesAfter = ({ status, before, between, after }: AnyRequest, { status: answered, body }: Reply) =>
  answered === status ? [after] : body.outcome === 'unknown' ? [before, ...between, after] : [before];

const unexpectedErrors = [
  'ValidationException',
  'AccessDeniedException',
  'ResourceNotFoundException',
  'NeverHeardOfException',
];

describe.each(everyRequest)('%s', (name, operation) => {
  const { send, status, before, between, after, stateOf, repeated } = operation;

  test('responds as usual after every single fault at every store call', async () => {
    await Promise.all(
      (await faultPointsOf(operation)).map(async ({ what, fault, at }) => {
        const acme = await employerWithAJob(operation);
        acme.follow(({ index }) => (index === at ? fault : undefined));
        const { status: answered } = await send(acme, acme.jobId);
        const state = await stateOf(acme);
        // The service cannot know whether this deletion or another one removed the job.
        const isForgotten = fault === forgottenToken && name.startsWith('DELETE') && answered === 503;
        expect({ what, at, answered, state }).toEqual({
          what,
          at,
          answered: isForgotten ? 503 : status,
          state: after,
        });
      }),
    );
  });

  test('503s in time with the true outcome, whichever fault begins at whichever store call and never ends', async () => {
    const points = await faultPointsOf(operation);
    const last = Math.max(...points.map(({ at }) => at));
    const silent = Object.entries({ noResponse, noResponseAfterWork }).map(([what, fault]) => ({
      what,
      fault,
      at: last,
    }));
    await Promise.all(
      [...points, ...silent].map(async ({ what, fault, at }) => {
        const acme = await employerWithAJob(operation);
        acme.follow(({ index }) => (index >= at ? fault : undefined));
        const reply = await send(acme.hurried, acme.jobId);
        const isCertain = refusals.has(fault) || isRead(name);
        expectUnavailable(
          reply,
          expect.stringMatching(isCertain ? 'not-applied' : /^(not-applied|unknown)$/),
        );
        expect(reply.text).not.toContain(SECRET);
        // The gateway answers like this when the function times out.
        expect(reply.body.detail).not.toContain('did not respond in time');
        const state = await stateOf(acme);
        expect({ what, at, possible: statesAfter(operation, reply) }).toEqual({
          what,
          at,
          possible: expect.arrayContaining([state]),
        });
        if (repeated) {
          const { status: answered, headers } = await send(acme, acme.jobId);
          const isReplay = headers.get('idempotent-replayed') === 'true';
          const wasApplied = JSON.stringify(state) === JSON.stringify(after);
          expect([answered, isReplay, await stateOf(acme)]).toEqual([
            status,
            wasApplied,
            repeated(state as never),
          ]);
        }
      }),
    );
  });

  test('never responds with not-applied when the response to an applied write is lost and all later reads, writes or calls fail', async () => {
    const calls = await callsOf(operation);
    const isOut: ((call: Pick<StoreCall, 'operation'>) => boolean)[] = [
      (call) => !isWrite(call),
      isWrite,
      () => true,
    ];
    await Promise.all(
      upTo(calls * isOut.length).map(async (run) => {
        const at = run % calls;
        const acme = await employerWithAJob(operation);
        acme.follow((call) => {
          if (call.index === at) return lostResponse;
          return call.index > at && isOut[Math.floor(run / calls)]?.(call) ? throttled : undefined;
        });
        const reply = await send(acme.hurried, acme.jobId);
        const state = await stateOf(acme);
        expect([status, 503]).toContain(reply.status);
        expect({ run, possible: statesAfter(operation, reply) }).toEqual({
          run,
          possible: expect.arrayContaining([state]),
        });
      }),
    );
  });

  test('500s immediately after an unexpected error before or after the work of any store call, leaves no partial write and reveals nothing', async () => {
    const calls = await callsOf(operation);
    await Promise.all(
      upTo(calls * 2).map(async (run) => {
        const at = Math.floor(run / 2);
        const error = unexpectedErrors[run % unexpectedErrors.length] ?? '';
        const acme = await employerWithAJob(operation);
        acme.follow(({ index }) => {
          if (index !== at) return undefined;
          return async ({ pass, response }) => {
            if (run % 2 === 1) await pass();
            respondWithError(response, error);
          };
        });
        const { status: answered, headers, text: bodyText, body } = await send(acme, acme.jobId);
        expect([answered, headers.get('content-type')]).toEqual([500, 'application/problem+json']);
        expect(Object.keys(body).toSorted()).toEqual(
          ['type', 'title', 'status', 'detail', 'message', 'code', 'requestId'].toSorted(),
        );
        expect(body).toMatchObject({ code: 'internal_error', status: 500 });
        for (const cause of [SECRET, error, 'dynamo', 'Dynamo', process.env['TABLE_NAME'] ?? '', ' at ']) {
          expect(bodyText).not.toContain(cause);
        }
        const possible = run === 0 ? [before] : [before, ...between, after];
        expect({ run, possible }).toEqual({ run, possible: expect.arrayContaining([await stateOf(acme)]) });
      }),
    );
  });
});

test('files of logos that a fault left unused are deleted by the sweep', async () => {
  const acmes = [];
  for (const fault of [noResponseAfterWork, fatalErrorBeforeWork, fatalErrorAfterWork]) {
    const acme = await employerWithAJob(ofLogo);
    acme.follow((call) => (isWrite(call) ? fault : undefined));
    await putLogo(acme.hurried);
    acme.recover();
    acmes.push(acme);
  }
  const at = Date.now() / 1_000 - 2 * 86_400;
  for (const { employer } of acmes) {
    const names = await logosOf(employer);
    expect(names).toHaveLength(2);
    for (const name of names) await utimes(join(logoFolder(), name), at, at);
  }
  const { sweepLogos } = await import('../../functions/accounts/sweep-logos.ts');
  await sweepLogos({ getRemainingTimeInMillis: () => 600_000 });
  for (const acme of acmes) expect(await logoOf(acme)).toMatchObject({ files: 1 });
});

describe.each(Object.entries({ ...transientFaults, ...otherTransientFaults }))('%s', (_, fault) => {
  const toTransactions =
    (times: number): FaultPlan =>
    (call) => {
      if (!isTransaction(call)) return undefined;
      times -= 1;
      return times >= 0 ? fault : undefined;
    };

  test('does not prevent the creation of a job when the fault occurs three times: one 201, one job, a correct total', async () => {
    const acme = await employerWithAJob();
    acme.follow(toTransactions(3));
    const { status, body } = await acme.post('/jobs', aJob({ title: 'Cook', referenceId: 'R-2' }));
    expect(status).toBe(201);
    expect(await jobsOf(acme)).toEqual([['Cook', 'R-2', 'draft'], baker]);
    expect((await acme.get(`/jobs/${body.id}`)).body).toEqual(body);
  });

  test('does not prevent a request when the fault occurs twice at the read of the API key', async () => {
    const acme = await service.newEmployer();
    plans.set(keyOf(acme.apiKey), { plan: ({ index }) => (index < 2 ? fault : undefined), calls: 0 });
    expect((await acme.get('/jobs')).status).toBe(200);
  });

  test('causes a 503, never a 401, while the fault persists at the read of the API key, and the key works afterwards', async () => {
    const acme = await service.newEmployer();
    const hurried = createHttpClient(hurriedOrigin, { 'api-key': acme.apiKey });
    plans.set(keyOf(acme.apiKey), { plan: () => fault, calls: 0 });
    expectUnavailable(await hurried.post('/jobs', aJob()), 'not-applied');
    plans.clear();
    expect((await acme.get('/jobs')).body.paging.total).toBe(0);
  });
});

/** Another job takes R-2 while the first attempt to take it is in flight. A call of the result sends that attempt. */
const overtaken = (acme: Acme, otherwise: FaultPlan = () => undefined): (() => Promise<unknown>) => {
  const late = Promise.withResolvers<() => Promise<unknown>>();
  let transactions = 0;
  acme.follow((call) => {
    if (!isTransaction(call)) return otherwise(call);
    transactions += 1;
    // The first attempt is still in flight when its connection breaks ...
    if (transactions === 1) {
      return ({ pass, response }) => {
        late.resolve(pass);
        response.destroy();
      };
    }
    if (transactions > 2) return undefined;
    // ... and the second comes after another request took the referenceId.
    return async ({ pass, response }) => {
      expect((await acme.post('/jobs', aJob({ title: 'Other', referenceId: 'R-2' }))).status).toBe(201);
      respondOnWire(response, await pass());
    };
  });
  return async () => (await late.promise)();
};

describe('an applied write whose response was lost', () => {
  test('creates one job with a 201 for each of ten simultaneous POSTs', async () => {
    const acme = await employerWithAJob();
    acme.follow((call) => (isTransaction(call) && call.index % 2 === 0 ? lostResponse : undefined));
    const replies = await Promise.all(
      upTo(10).map((number) => acme.post('/jobs', aJob({ title: `Cook ${number}` }))),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(await jobsOf(acme)).toHaveLength(11);
    expect((await acme.get('/jobs?q=cook')).body.paging.total).toBe(10);
  });

  test('creates one job and gets one 201 when 20 simultaneous PUTs have the same new referenceId', async () => {
    const acme = await employerWithAJob();
    acme.follow((call) => {
      if (!isWrite(call)) return undefined;
      return [lostResponse, undefined, conflicting, undefined, lostRequest, throttled, undefined][
        call.index % 7
      ];
    });
    const replies = await Promise.all(
      upTo(20).map(() => acme.put('/jobs', aJob({ title: 'Cook', referenceId: 'R-2' }))),
    );
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(19).fill(200), 201]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect(await jobsOf(acme)).toEqual([['Cook', 'R-2', 'draft'], baker]);
  });

  test('does not change a refusal: 409 stays 409 and 404 stays 404', async () => {
    const acme = await employerWithAJob();
    acme.follow((call) => (call.index % 2 === 0 && !isTransaction(call) ? lostResponse : undefined));
    expect((await acme.post('/jobs', aJob({ referenceId: 'R-1' }))).body).toMatchObject({
      code: 'reference_id_taken',
      existingJob: { id: acme.jobId },
    });
    expect((await acme.put('/jobs/2147483647', { title: 'Cook' })).status).toBe(404);
    expect((await acme.delete('/jobs', { referenceId: 'R-9' })).status).toBe(404);
    expect(await jobsOf(acme)).toEqual([baker]);
  });

  test.each([
    ['refusal: a 409 is final', 'POST', 409],
    ['success: a job that was deleted after it stays so', 'PUT', 200],
  ])('is never applied after a %s', async (_, method, expected) => {
    const acme = await employerWithAJob();
    const carryOut = overtaken(acme);
    const body = aJob({ title: 'Cook', referenceId: 'R-2' });
    expect((await acme.request(method, '/jobs', { body })).status).toBe(expected);
    expect((await acme.delete('/jobs', { referenceId: 'R-2' })).status).toBe(204);
    await carryOut();
    expect(await jobsOf(acme)).toEqual([baker]);
  });

  test('causes a 503 with outcome unknown, not a 409, while an earlier change of referenceId may still be applied', async () => {
    const acme = await employerWithAJob();
    const carryOut = overtaken(acme);
    const { status, body } = await acme.put(`/jobs/${acme.jobId}`, { referenceId: 'R-2' });
    expect([status, body.outcome]).toEqual([503, 'unknown']);
    expect((await acme.delete('/jobs', { referenceId: 'R-2' })).status).toBe(204);
    await carryOut();
    expect(await jobsOf(acme)).toEqual([['Baker', 'R-2', 'draft']]);
  });

  test('creates one job, which the response contains, when the late write arrives before it can be prevented', async () => {
    const acme = await employerWithAJob();
    const carryOut = overtaken(acme, ({ operation }) => {
      if (operation !== 'PutItem') return undefined;
      return async ({ pass, response }) => {
        plans.clear();
        expect((await acme.delete('/jobs', { referenceId: 'R-2' })).status).toBe(204);
        await carryOut();
        respondOnWire(response, await pass());
      };
    });
    const { status, body } = await acme.post('/jobs', aJob({ title: 'Cook', referenceId: 'R-2' }));
    expect(status).toBe(201);
    expect((await acme.get(`/jobs/${body.id}`)).body).toEqual(body);
    expect(await jobsOf(acme)).toEqual([['Cook', 'R-2', 'draft'], baker]);
  });

  test('leads to 404s for the job id when the creation of the job was prevented', async () => {
    const acme = await employerWithAJob();
    const { body: before } = await acme.post('/jobs', aJob());
    const key = jobKeys.job(acme.employer.id, before.id + 1);
    await service.db.put({ Item: tombstone(key, 0, { type: 'operator', at: 0 }) });
    const path = `/jobs/${before.id + 1}`;
    expect((await acme.get(path)).status).toBe(404);
    expect((await acme.put(path, { title: 'Cook' })).status).toBe(404);
    expect((await acme.delete(path)).status).toBe(404);
  });
});

describe('a POST with an Idempotency-Key', () => {
  test.each([
    ['before its write', fatalErrorBeforeWork, 0],
    ['after its write', fatalErrorAfterWork, 100],
  ])('creates one job in 100 requests when the first request ended %s', async (_, fault, done) => {
    const acme = await employerWithAJob();
    const titles = upTo(100).map((number) => `Cook-${number}`);
    const post = () =>
      Promise.all(titles.map((title) => acme.post('/jobs', aJob({ title }), withKey(title))));
    const total = async (): Promise<number> => (await acme.get('/jobs?q=cook')).body.paging.total;
    acme.follow((call) => (isTransaction(call) ? fault : undefined));
    expect((await post()).map(({ status }) => status)).toEqual(titles.map(() => 500));
    plans.clear();
    expect(await total()).toBe(done);
    const replies = await post();
    expect(replies.map(({ status, body }) => [status, body.title])).toEqual(
      titles.map((title) => [201, title]),
    );
    expect(replies.filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(done);
    expect(await total()).toBe(100);
  });

  test('waits for a running request with the same key', async () => {
    const acme = await employerWithAJob();
    let transactions = 0;
    acme.follow((call) => {
      if (!isTransaction(call)) return undefined;
      transactions += 1;
      return transactions <= 3 ? lastWriteConflicting : undefined;
    });
    const reply = await acme.post('/jobs', aJob({ title: 'Cook' }), withKey('sync-1'));
    expect([reply.status, reply.headers.has('idempotent-replayed')]).toEqual([201, false]);
  });

  test('409s with Retry-After when the other request still runs at the deadline', async () => {
    const acme = await employerWithAJob();
    acme.follow((call) => (isTransaction(call) ? lastWriteConflicting : undefined));
    const { status, headers, body } = await acme.hurried.post('/jobs', aJob(), withKey('sync-1'));
    expect([status, body.code]).toEqual([409, 'idempotency_key_in_use']);
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(body.message).toBe(body.detail);
    expect(await jobsOf(acme)).toEqual([baker]);
  });

  test('returns the response of a second request with the key when the first attempt was lost and the second one succeeded', async () => {
    const acme = await employerWithAJob();
    const late = Promise.withResolvers<() => Promise<unknown>>();
    const post = () => acme.post('/jobs', aJob({ title: 'Cook' }), withKey('sync-1'));
    const others: Promise<Reply>[] = [];
    acme.follow((call) => {
      if (!isTransaction(call) || others.length > 0) return undefined;
      return async ({ pass, response }) => {
        late.resolve(pass);
        const other = post();
        others.push(other);
        await other;
        response.destroy();
      };
    });
    const reply = await post();
    const [winner] = await Promise.all(others);
    expect([reply.status, reply.text]).toEqual([201, winner?.text]);
    // The lost attempt arrives after all other requests, and finds the key in use.
    await (
      await late.promise
    )();
    expect(await jobsOf(acme)).toEqual([['Cook', null, 'draft'], baker]);
  });
});

test('an update with If-Match 200s when it was applied, even if another client changes the job before the retry', async () => {
  const acme = await employerWithAJob();
  const path = `/jobs/${acme.jobId}`;
  const current = await acme.get(path);
  acme.follow((call) => {
    if (call.index !== 1) return undefined;
    return async ({ pass, response }) => {
      await pass();
      expect((await acme.put(path, { status: 'active' })).status).toBe(200);
      response.destroy();
    };
  });
  const headers = { 'if-match': current.headers.get('etag') ?? '' };
  const { status, body } = await acme.put(path, { title: 'Cook' }, headers);
  expect([status, body.title]).toEqual([200, 'Cook']);
  expect(await jobsOf(acme)).toEqual([['Cook', 'R-1', 'active']]);
});

test('a call to which the engine does not respond is retried within the time of the request: 201 once, and one job', async () => {
  const runs = await Promise.all(
    [noResponse, noResponseAfterWork].map(async (fault) => {
      const acme = await employerWithAJob();
      let transactions = 0;
      acme.follow((call) => {
        if (isTransaction(call)) transactions += 1;
        return isTransaction(call) && transactions === 1 ? fault : undefined;
      });
      const { status } = await acme.post('/jobs', aJob({ title: 'Cook' }));
      return { status, jobs: await jobsOf(acme) };
    }),
  );
  const right = { status: 201, jobs: [['Cook', null, 'draft'], baker] };
  expect(runs).toEqual([right, right]);
});

describe('an engine that is down', () => {
  afterEach(async () => {
    await store.comeBack();
  });

  test('causes a 503 for every operation, and nothing is changed', async () => {
    const acme = await employerWithAJob();
    await store.goDown();
    const replies = await Promise.all(everyRequest.map(([, { send }]) => send(acme.hurried, acme.jobId)));
    await store.comeBack();
    for (const reply of replies) expectUnavailable(reply, 'not-applied');
    expect(await jobsOf(acme)).toEqual([baker]);
  });

  test('is retried until the engine is back: one 201', async () => {
    const acme = await employerWithAJob();
    await store.goDown();
    const reply = acme.post('/jobs', aJob({ title: 'Cook' }));
    await delay(300);
    await store.comeBack();
    expect((await reply).status).toBe(201);
    expect(await jobsOf(acme)).toEqual([['Cook', null, 'draft'], baker]);
  });
});

describe('keys that BatchGetItem leaves unprocessed', () => {
  test.each([
    ['none', [0]],
    ['none, twice', [0, 0]],
    ['one at a time', [1, 1, 1, 1]],
    ['some, then none, then some', [2, 0, 1]],
  ])('are read again, so that q finds every job: the first calls process %s', async (_, counts) => {
    const acme = await employerWithAJob();
    for (const number of [1, 2, 3, 4, 5]) await acme.post('/jobs', aJob({ title: `Cook ${number}` }));
    let batches = 0;
    acme.follow(({ operation }) => {
      const count = operation === 'BatchGetItem' ? counts[batches++] : undefined;
      return count === undefined ? undefined : partialBatch(count);
    });
    const { status, body } = await acme.get('/jobs?q=cook');
    expect(status).toBe(200);
    expect(batches).toBeGreaterThan(counts.length);
    expect(body.paging.total).toBe(5);
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(
      [5, 4, 3, 2, 1].map((number) => `Cook ${number}`),
    );
  });

  test('cause a 503 when DynamoDB never processes a key', async () => {
    const acme = await employerWithAJob();
    acme.follow(({ operation }) => (operation === 'BatchGetItem' ? partialBatch(0) : undefined));
    expectUnavailable(await acme.hurried.get('/jobs?q=baker'), 'not-applied');
  });
});

describe('the cached API key', () => {
  test('expires 60 s after the start of its read, so that a key revoked during the read is refused then', async () => {
    const acme = await service.newEmployer();
    const noon = Date.parse('2026-06-01T12:00:00.000Z');
    setClock(noon);
    const slowly: Fault = async ({ pass, response }) => {
      const result = await pass();
      plans.clear();
      await apiKeyStore(service.db).revoke(acme.key.id, new Date());
      jest.setSystemTime(noon + 2_000);
      respondOnWire(response, result);
    };
    plans.set(keyOf(acme.apiKey), { plan: () => slowly, calls: 0 });
    expect((await acme.get('/jobs')).status).toBe(200);
    jest.setSystemTime(noon + 60_000);
    expect((await acme.get('/jobs')).status).toBe(401);
  });
});

test.each([
  [
    'its cause',
    'ValidationException',
    (acme: Acme) => acme.get(`/jobs/${acme.jobId}`),
    {
      level: 'ERROR',
      operation: 'getJob',
      status: 500,
      error: expect.objectContaining({ name: 'ValidationException', message: SECRET }),
    },
  ],
  [
    'the name of the write that DynamoDB refused in a transaction',
    undefined,
    (acme: Acme) => acme.post('/jobs', aJob()),
    {
      operation: 'createJob',
      error: expect.objectContaining({
        message: 'DynamoDB refused statusMap (ValidationError).',
        cause: expect.objectContaining({ name: 'TransactionCanceledException', message: SECRET }),
      }),
    },
  ],
])('an unexpected error is logged in one line with %s', async (_, error, send, line) => {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const acme = await employerWithAJob();
  log.mockClear();
  acme.follow((call) => {
    if (error !== undefined) return ({ response }) => respondWithError(response, error);
    return isTransaction(call) ? invalid : undefined;
  });
  const { status, body } = await send(acme);
  const lines = log.mock.calls.map(([text]) => JSON.parse(String(text)) as unknown);
  log.mockRestore();
  expect(status).toBe(500);
  expect(lines).toEqual([expect.objectContaining({ ...line, requestId: body.requestId })]);
});
