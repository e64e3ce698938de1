import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { createGateway } from '../../bin/local/gateway.ts';
import { hashApiKey } from '../../functions/accounts/domain/api-key.ts';
import { apiKeyStore } from '../../functions/accounts/store/api-keys.ts';
import { accountKeys } from '../../functions/accounts/keys.ts';
import { applicationKeys } from '../../functions/applications/keys.ts';
import { audit } from '../model/audit.ts';
import { aJob } from '../setup/a-job.ts';
import { apply } from '../setup/an-application.ts';
import { setClock } from '../setup/clock.ts';
import { respondOnWire } from '../setup/dynamo-proxy.ts';
import { startFaultyStore, type Fault, type FaultPlan } from '../setup/faulty-store.ts';
import { createHttpClient, type Client, type Reply } from '../setup/http-client.ts';
import { realLogo } from '../setup/logos.ts';
import { ownFiles } from '../setup/own-files.ts';
import { startService } from '../setup/service.ts';
import {
  conflicting,
  respondWithError,
  forgottenToken,
  inProgress,
  internalErrorAfterWork,
  lastWriteConflicting,
  invalid,
  isTransaction,
  isWrite,
  lostResponse,
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
afterAll(() => hurriedGateway.close());

/** Faults that prove that the call had no effect. */
const refusals = new Set([throttled, conflicting]);

type Call = Parameters<FaultPlan>[0];

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
  /** The faults that are tried at each call of the store, and how often each occurs. */
  faults?: Record<string, Fault>;
  times?: number;
  /** The state after the request was sent again, by the state before, if a repetition continues the first request. */
  repeated?: (state: never) => unknown;
}

const putLogo = (client: Client, format: 'png' | 'jpg') => {
  const { bytes, mediaType } = realLogo(`chromium.${format}`);
  return client.put('/employer/logo', bytes, { 'content-type': mediaType });
};

/** What logos have in common: the employer had another logo before, and a sweep deletes unused files. */
const ofLogo = {
  before: { logo: 'png', files: 1 },
  prepare: (client: Client) => putLogo(client, 'png'),
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

/** Processes no key of a batch. */
const unprocessed: Fault = (call) =>
  call.operation === 'BatchGetItem' ? partialBatch(0)(call) : throttled(call);

/** An operation with its status, and the jobs after it. */
const jobOperation = (status: number, after: Row[], send: Operation['send']): Operation => ({
  send,
  status,
  after,
});

const readOperation = (path: (id: number) => string) =>
  jobOperation(200, [baker], (client, id) => client.get(path(id)));

const cook: Row = ['Cook', 'R-2', 'draft'];
const renamed: Row = ['Cook', 'R-1', 'draft'];
const newCook = aJob({ title: 'Cook', referenceId: 'R-2' });
const everything = { title: 'Cook', status: 'archived', referenceId: 'R-2' };

/** Operations on an employer with one draft job (title Baker, referenceId R-1), and the jobs after each operation. */
const requests: Record<string, Operation> = {
  'POST /jobs with a referenceId': {
    ...jobOperation(201, [['Cook', 'R-2', 'active'], baker], (client) =>
      client.post('/jobs', { ...newCook, status: 'active' }),
    ),
    faults: { ...transientFaults, ...otherTransientFaults, noResponse, noResponseAfterWork },
    times: 3,
  },
  'POST /jobs of a referenceId that is taken': jobOperation(409, [baker], (client) =>
    client.post('/jobs', { ...newCook, referenceId: 'R-1' }),
  ),
  'POST /jobs with an Idempotency-Key': {
    ...jobOperation(201, [cook, baker], (client) => client.post('/jobs', newCook, withKey('sync-1'))),
    repeated: () => [cook, baker],
  },
  'PUT /jobs of a new referenceId': jobOperation(201, [cook, baker], (client) =>
    client.put('/jobs', newCook),
  ),
  'PUT /jobs of a title': jobOperation(200, [renamed], (client) =>
    client.put('/jobs', { referenceId: 'R-1', title: 'Cook' }),
  ),
  'PUT /jobs/{id} of a title': jobOperation(200, [renamed], (client, id) =>
    client.put(`/jobs/${id}`, { title: 'Cook' }),
  ),
  'PUT /jobs/{id} with If-Match': jobOperation(200, [renamed], (client, id) =>
    ifMatching(client, id, (headers) => client.put(`/jobs/${id}`, { title: 'Cook' }, headers)),
  ),
  'PUT /jobs/{id} of everything': jobOperation(200, [['Cook', 'R-2', 'archived']], (client, id) =>
    client.put(`/jobs/${id}`, everything),
  ),
  'DELETE /jobs/{id}': jobOperation(204, [], (client, id) => client.delete(`/jobs/${id}`)),
  'DELETE /jobs/{id} with If-Match': jobOperation(204, [], (client, id) =>
    ifMatching(client, id, (headers) => client.delete(`/jobs/${id}`, undefined, headers)),
  ),
  'DELETE /jobs': jobOperation(204, [], (client) => client.delete('/jobs', { referenceId: 'R-1' })),
  'DELETE /jobs of an unknown referenceId': jobOperation(404, [baker], (client) =>
    client.delete('/jobs', { referenceId: 'R-9' }),
  ),
  'GET /jobs/{id}': readOperation((id) => `/jobs/${id}`),
  'GET /jobs': readOperation(() => '/jobs'),
  'GET /jobs?q=': {
    ...readOperation(() => '/jobs?q=baker'),
    faults: { ...transientFaults, 'a batch of which no key is processed': unprocessed },
  },
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
    send: (client) => putLogo(client, 'jpg'),
    status: 200,
    after: { logo: 'jpg', files: 1 },
    between: [
      { logo: 'png', files: 2 },
      { logo: 'jpg', files: 2 },
    ],
  },
  'DELETE /employer/logo': {
    ...ofLogo,
    send: (client) => client.delete('/employer/logo'),
    status: 204,
    after: { logo: undefined, files: 0 },
    between: [{ logo: undefined, files: 1 }],
  },
};
const everyRequest = Object.entries(requests).map(
  ([
    name,
    { before = [baker], between = [], stateOf = jobsOf, faults = transientFaults, times = 1, ...operation },
  ]) => [name, { ...operation, before, between, stateOf, faults, times }] as const,
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
async function jobsOf({ employer, recover, ...client }: Acme): Promise<Row[]> {
  recover();
  const jobs = await audit(client, employer.id, []);
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

/** The format of the logo that the profile links to, after checking that its file exists, and the number of files. */
async function logoOf({ employer, get, recover }: Acme) {
  recover();
  const { logo } = (await get('/employer')).body;
  if (logo !== null) expect((await fetch(logo)).status).toBe(200);
  const names = await readdir(join(process.env['DATA_DIR'] ?? '', 'files/logos'));
  return {
    logo: logo?.split('.').at(-1),
    files: names.filter((name) => name.startsWith(`${employer.id}-`)).length,
  };
}

function expectUnavailable({ status, headers, body }: Reply, outcome: unknown) {
  expect(status).toBe(503);
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(body).toMatchObject({ code: 'service_unavailable', status: 503, outcome });
  expect(body.message).toBe(body.detail);
}

/** Faults that a read cannot tell from another fault, because it has no effect. */
const ofWrites = new Set([conflicting, lostResponse, internalErrorAfterWork, noResponseAfterWork]);
/** Faults that only a transaction can tell from another fault. */
const ofTransactions = new Set([forgottenToken, inProgress]);

/** Whether a fault has an effect of its own at a call. */
const differsAt = (fault: Fault, call: Call) =>
  ofTransactions.has(fault) ? isTransaction(call) : isWrite(call) || !ofWrites.has(fault);

/** The store calls of an operation without faults. */
async function callsOf(operation: AnyRequest): Promise<Call[]> {
  const acme = await employerWithAJob(operation);
  const calls: Call[] = [];
  acme.follow((call) => void calls.push(call));
  expect((await operation.send(acme, acme.jobId)).status).toBe(operation.status);
  return calls;
}

/** Every fault at every store call of an operation where it differs from the others. */
const faultPointsOf = async (operation: AnyRequest) => {
  const calls = await callsOf(operation);
  return Object.entries(operation.faults).flatMap(([what, fault]) =>
    calls.filter((call) => differsAt(fault, call)).map(({ index: at }) => ({ what, fault, at })),
  );
};

/** Sends an operation while a plan is followed, and reads the state of the employer afterwards. */
async function sendWith(operation: AnyRequest, plan: FaultPlan, isHurried = false) {
  const acme = await employerWithAJob(operation);
  acme.follow(plan);
  const reply = await operation.send(isHurried ? acme.hurried : acme, acme.jobId);
  return { acme, reply, state: await operation.stateOf(acme) };
}

const expectOneOf = (states: readonly unknown[], state: unknown, where: object) =>
  expect({ ...where, states }).toEqual({ ...where, states: expect.arrayContaining([state]) });

/** Expects that the state is one that may follow the response. */
const expectTruth = (
  { status, before, between, after }: AnyRequest,
  { status: answered, body }: Reply,
  state: unknown,
  where: object,
) =>
  expectOneOf(
    answered === status ? [after] : body.outcome === 'unknown' ? [before, ...between, after] : [before],
    state,
    where,
  );

/** Sends a request again that may continue the first one, and checks what the client gets. */
async function expectContinuation(
  { send, status, after, stateOf, repeated }: AnyRequest,
  acme: Acme,
  state: unknown,
) {
  if (!repeated) return;
  const { status: answered, headers } = await send(acme, acme.jobId);
  const isReplay = headers.get('idempotent-replayed') === 'true';
  const wasApplied = JSON.stringify(state) === JSON.stringify(after);
  expect([answered, isReplay, await stateOf(acme)]).toEqual([status, wasApplied, repeated(state as never)]);
}

const unexpectedErrors = [
  'ValidationException',
  'AccessDeniedException',
  'ResourceNotFoundException',
  'NeverHeardOfException',
];

describe.each(everyRequest)('%s', (name, operation) => {
  const { status, before, between, after, times } = operation;

  test('responds as usual after every fault at every store call', async () => {
    await Promise.all(
      (await faultPointsOf(operation)).map(async ({ what, fault, at }) => {
        const plan: FaultPlan = ({ index }) => (index >= at && index < at + times ? fault : undefined);
        const { reply, state } = await sendWith(operation, plan);
        // The service cannot know whether this deletion or another one removed the job.
        const isForgotten = fault === forgottenToken && name.startsWith('DELETE') && reply.status === 503;
        expect({ what, at, answered: reply.status, state }).toEqual({
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
    const silent = [noResponse, noResponseAfterWork].map((fault) => ({ what: fault.name, fault, at: last }));
    await Promise.all(
      [...points, ...silent].map(async ({ what, fault, at }) => {
        const plan: FaultPlan = ({ index }) => (index >= at ? fault : undefined);
        const { acme, reply, state } = await sendWith(operation, plan, true);
        const isCertain = refusals.has(fault) || isRead(name);
        expectUnavailable(
          reply,
          expect.stringMatching(isCertain ? 'not-applied' : /^(not-applied|unknown)$/),
        );
        expect(reply.text).not.toContain(SECRET);
        // The gateway answers like this when the function times out.
        expect(reply.body.detail).not.toContain('did not respond in time');
        expectTruth(operation, reply, state, { what, at });
        await expectContinuation(operation, acme, state);
      }),
    );
  });

  test('500s immediately after an unexpected error before or after the work of any store call, leaves no partial write and reveals nothing', async () => {
    const points = (await callsOf(operation)).flatMap((call) =>
      (isWrite(call) ? [false, true] : [false]).map((arrives) => ({ at: call.index, arrives })),
    );
    await Promise.all(
      points.map(async ({ at, arrives }, run) => {
        const error = unexpectedErrors[run % unexpectedErrors.length] ?? '';
        const fault: Fault = async ({ pass, response }) => {
          if (arrives) await pass();
          respondWithError(response, error);
        };
        const plan: FaultPlan = ({ index }) => (index === at ? fault : undefined);
        const { acme, reply, state } = await sendWith(operation, plan);
        expect([reply.status, reply.headers.get('content-type')]).toEqual([500, 'application/problem+json']);
        expect(Object.keys(reply.body).toSorted()).toEqual(
          ['type', 'title', 'status', 'detail', 'message', 'code', 'requestId'].toSorted(),
        );
        expect(reply.body).toMatchObject({ code: 'internal_error', status: 500 });
        for (const cause of [SECRET, error, 'dynamo', 'Dynamo', process.env['TABLE_NAME'] ?? '', ' at ']) {
          expect(reply.text).not.toContain(cause);
        }
        expectOneOf(run === 0 ? [before] : [before, ...between, after], state, { run });
        await expectContinuation(operation, acme, state);
      }),
    );
  });

  if (isRead(name)) return;

  test('never responds with not-applied when the response to an applied write is lost and all later reads, writes or calls fail', async () => {
    const points = (await callsOf(operation))
      .filter(isWrite)
      .flatMap(({ index: at }) =>
        [(call: Call) => !isWrite(call), isWrite, () => true].map((fails, row) => ({ at, fails, row })),
      );
    await Promise.all(
      points.map(async ({ at, fails, row }) => {
        const plan: FaultPlan = (call) => {
          if (call.index === at) return lostResponse;
          return call.index > at && fails(call) ? throttled : undefined;
        };
        const { reply, state } = await sendWith(operation, plan, true);
        expect([status, 503]).toContain(reply.status);
        expectTruth(operation, reply, state, { at, row });
      }),
    );
  });
});

test.each(Object.entries({ ...transientFaults, ...otherTransientFaults }))(
  'the read of an API key is retried, and causes a 503, never a 401, while a fault lasts: %s',
  async (_, fault) => {
    const acme = await service.newEmployer();
    const hurried = createHttpClient(hurriedOrigin, { 'api-key': acme.apiKey });
    plans.set(keyOf(acme.apiKey), { plan: () => fault, calls: 0 });
    expectUnavailable(await hurried.post('/jobs', aJob()), 'not-applied');
    plans.set(keyOf(acme.apiKey), { plan: ({ index }) => (index < 2 ? fault : undefined), calls: 0 });
    expect((await acme.get('/jobs')).body.paging.total).toBe(0);
  },
);

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
});

describe('a POST with an Idempotency-Key', () => {
  test('creates one job, and returns its response to all, when 50 with the same key arrive at once', async () => {
    const acme = await service.newEmployer();
    const post = () => acme.post('/jobs', newCook, withKey('sync-1'));
    const replies = await Promise.all(Array.from({ length: 50 }, post));
    expect(replies[0]?.status).toBe(201);
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(replies.filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(49);
    expect((await acme.get('/jobs')).body.paging.total).toBe(1);
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

test.each([
  ['none, then one at a time', [0, 0, 1, 1, 1, 1]],
  ['some, then none, then some', [2, 0, 1]],
])(
  'keys that BatchGetItem leaves unprocessed are read again, so that q finds every job: the first calls process %s',
  async (_, counts) => {
    const acme = await employerWithAJob();
    for (const number of [1, 2, 3, 4, 5]) await acme.post('/jobs', aJob({ title: `Cook ${number}` }));
    let batches = 0;
    acme.follow(({ operation }) => {
      const count = operation === 'BatchGetItem' ? counts[batches++] : undefined;
      return count === undefined ? undefined : partialBatch(count);
    });
    const { status, body } = await acme.get('/jobs?q=cook');
    expect([status, body.paging.total]).toEqual([200, 5]);
    expect(batches).toBeGreaterThan(counts.length);
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(
      [5, 4, 3, 2, 1].map((number) => `Cook ${number}`),
    );
  },
);

test('a cached API key expires 60 s after the start of its read, so that a key revoked during the read is refused then', async () => {
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

test('an unexpected error is logged in one line, with the name of the write that DynamoDB refused', async () => {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const acme = await employerWithAJob();
  log.mockClear();
  acme.follow((call) => (isTransaction(call) ? invalid : undefined));
  const { status, body } = await acme.post('/jobs', aJob());
  const lines = log.mock.calls.map(([text]) => JSON.parse(String(text)) as unknown);
  log.mockRestore();
  expect(status).toBe(500);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'ERROR',
      operation: 'createJob',
      status: 500,
      error: expect.objectContaining({
        message: 'DynamoDB refused statusMap (ValidationError).',
        cause: expect.objectContaining({ name: 'TransactionCanceledException', message: SECRET }),
      }),
      requestId: body.requestId,
    }),
  ]);
});
