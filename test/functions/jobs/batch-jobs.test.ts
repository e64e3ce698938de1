import { describe, expect, test } from '@jest/globals';
import { createGateway } from '../../../bin/local/gateway.ts';
import {
  BATCH_MAX_BYTES,
  BATCH_MAX_OPERATIONS,
  BODY_MAX_BYTES,
  BODY_MAX_DEPTH,
} from '../../../schemas/limits.ts';
import { aFullJob, aJob } from '../../setup/a-job.ts';
import {
  createHttpClient,
  type Client,
  type Reply,
  errorPointers,
  countJobs,
} from '../../setup/http-client.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();
// A batch starts no operation when less than 3 s of its time are left.
const hurriedGateway = createGateway({ functionMillis: 2_900 });
const hurriedOrigin = `http://127.0.0.1:${await hurriedGateway.listen(0)}`;

const UNUSED_ID = 2_147_483_647;

// oxlint-disable-next-line typescript/no-explicit-any -- a test may read any member of a result
type Result = any;

const batch = (client: Client, operations: unknown, headers: Record<string, string> = {}) =>
  client.post('/jobs/batch', { operations }, headers);

async function resultsOf(client: Client, operations: unknown, headers?: Record<string, string>) {
  const { status, body } = await batch(client, operations, headers);
  expect(status).toBe(200);
  return body.results as Result[];
}

const statusesOf = (results: Result[]) => results.map(({ status }) => status);

const create = (body: object, also = {}) => ({ operation: 'create', body, ...also });
const upsert = (body: object, also = {}) => ({ operation: 'upsert', body, ...also });
const update = (id: unknown, body: object, also = {}) => ({ operation: 'update', id, body, ...also });
const remove = (named: object) => ({ operation: 'delete', ...named });

const creations = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ operation: 'create', body: aJob({ referenceId: `R-${n}` }) }));

describe('a batch', () => {
  test('creates 100 jobs with distinct ids and list positions, and later jobs follow them', async () => {
    const acme = await service.newEmployer();
    const results = await resultsOf(acme, creations(BATCH_MAX_OPERATIONS));
    expect(new Set(statusesOf(results))).toEqual(new Set([201]));
    const { body } = await acme.get('/jobs?pageSize=100');
    const listed = new Set(body.data.map(({ id }: { id: number }) => id));
    expect(listed).toEqual(new Set(results.map(({ id }) => id)));
    expect(body.paging.total).toBe(100);
    const { body: next } = await acme.post('/jobs', aJob());
    expect(next.id).toBeGreaterThan(Math.max(...results.map(({ id }) => id)));
    expect((await acme.get('/jobs?pageSize=1')).body.data[0].id).toBe(next.id);
  });

  test('changes no data of another employer', async () => {
    const { acme, job, text, path } = await service.employerWithJob({ referenceId: 'R-1' });
    const other = await service.newEmployer();
    const results = await resultsOf(other, [
      { operation: 'update', id: job.id, body: { title: 'Mine' } },
      { operation: 'delete', referenceId: 'R-1' },
      { operation: 'upsert', body: aJob({ referenceId: 'R-2' }) },
    ]);
    expect(statusesOf(results)).toEqual([404, 404, 201]);
    expect((await acme.get(path)).text).toBe(text);
  });

  test('omits the jobs but keeps their ids and locations with Prefer: return=minimal', async () => {
    const { acme, job } = await service.employerWithJob({ referenceId: 'R-1' });
    const operations = [update(job.id, { title: 'Cook', careerLevels: 1 })];
    const [result] = await resultsOf(acme, operations, { prefer: 'return=minimal' });
    const etag = (await acme.get(`/jobs/${job.id}`)).headers.get('etag');
    expect(result).toEqual({
      status: 200,
      effect: 'update',
      id: job.id,
      etag,
      postingUrl: null,
      warnings: [{ code: 'field_unknown', pointer: '/careerLevels', message: expect.any(String) }],
    });
  });
});

/** Sends an operation as its own request. */
const requestOf: Record<string, (client: Client, operation: Result) => Promise<Reply>> = {
  create: (client, { body, idempotencyKey }) =>
    client.post('/jobs', body, idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  upsert: (client, { body, ifMatch }) => client.put('/jobs', body, ifMatch ? { 'if-match': ifMatch } : {}),
  update: (client, { id, body, ifMatch }) =>
    client.put(`/jobs/${id}`, body, ifMatch ? { 'if-match': ifMatch } : {}),
  delete: (client, { id, referenceId, ifMatch }) =>
    client.delete(
      id === undefined ? '/jobs' : `/jobs/${id}`,
      id === undefined ? { referenceId } : undefined,
      ifMatch ? { 'if-match': ifMatch } : {},
    ),
};

/** Placeholders for the id of the existing job and for its ETag. */
const [ID, ETAG] = ['id', 'etag'];

/** A value without the parts that differ between employers, jobs and requests. */
const normalize = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (name, member: unknown) =>
      ['id', 'requestId', 'href', 'postingUrl', 'createdAt', 'updatedAt'].includes(name) ? 0 : member,
    )
      .replace(/Job \d+/g, 'Job 0')
      .replace(/whose ETag is \\"[^"]*\\"/g, 'whose ETag is 0'),
  );

const existing = { referenceId: 'R-1', title: 'Cook' };
describe('an operation of a batch', () => {
  test.each<[string, object]>([
    ['a creation', create(aFullJob({ referenceId: 'R-2' }))],
    ['a creation with warnings', create(aJob({ a: 1, status: null }))],
    ['a creation with an Idempotency-Key', create(aJob(), { idempotencyKey: 'k' })],
    ['a creation with a referenceId that is taken', create(aJob({ referenceId: 'R-1' }))],
    ['an upsert that creates', upsert(aJob({ referenceId: 'R-2' }))],
    ['an upsert that updates', upsert(existing)],
    ['an upsert with a current If-Match', upsert(existing, { ifMatch: ETAG })],
    ['an upsert with an old If-Match', upsert(existing, { ifMatch: '"old"' })],
    ['an upsert of a new job with If-Match', upsert(aJob({ referenceId: 'R-2' }), { ifMatch: '*' })],
    ['an update', update(ID, { title: 'Cook' })],
    ['an update of a missing job', update(UNUSED_ID, { title: 'Cook' })],
    ['an update with an old If-Match', update(ID, { title: 'Cook' }, { ifMatch: '"old"' })],
    ['a deletion by id', remove({ id: ID })],
    ['a deletion by referenceId', remove({ referenceId: 'R-1' })],
    ['a deletion with an old If-Match', remove({ id: ID, ifMatch: '"old"' })],
  ])('returns the same response as a single request: %s', async (_, operation) => {
    const asOne = await service.employerWithJob({ referenceId: 'R-1' });
    const inBatch = await service.employerWithJob({ referenceId: 'R-1' });
    const operationFor = async ({ acme, job, path }: typeof asOne): Promise<Result> => ({
      ...operation,
      ...('id' in operation && operation.id === ID && { id: job.id }),
      ...('ifMatch' in operation &&
        operation.ifMatch === ETAG && { ifMatch: (await acme.get(path)).headers.get('etag') }),
    });
    for (const time of ['first', 'second']) {
      const [one, batched] = [await operationFor(asOne), await operationFor(inBatch)];
      const reply = await requestOf[one.operation]!(asOne.acme, one);
      const [result] = await resultsOf(inBatch.acme, [batched]);
      const { status, job, problem } = result;
      const isDone = status < 300;
      expect([time, status]).toEqual([time, reply.status]);
      expect(normalize(isDone ? job : problem)).toEqual(normalize(reply.body));
      expect(result.etag === undefined).toBe(!reply.headers.has('etag'));
      expect(result.replayed ?? false).toBe(reply.headers.has('idempotent-replayed'));
      const resultWarnings = (result.warnings ?? []) as { code: string }[];
      const codes = reply.headers.get('job-warning')?.split(', ') ?? [];
      expect(resultWarnings.map(({ code }) => code)).toEqual(codes.map((warning) => warning.split(';')[0]));
      if (isDone && status !== 204) {
        const current = await inBatch.acme.get(`/jobs/${result.id}`);
        expect([result.etag, current.body]).toEqual([current.headers.get('etag'), job]);
      }
      if (status === 204) return;
    }
  });

  test('fails because of its warnings with Prefer: handling=strict, and the other operations succeed', async () => {
    const acme = await service.newEmployer();
    const operations = [create(aJob({ careerLevels: 1 })), create(aJob(), { priority: 1 }), create(aJob())];
    const results = await resultsOf(acme, operations, { prefer: 'handling=strict' });
    expect(statusesOf(results)).toEqual([400, 400, 201]);
    for (const [index, pointer] of ['/careerLevels', '/operations/1/priority'].entries())
      expect(results[index].problem.errors).toMatchObject([{ pointer, code: 'field_unknown' }]);
  });

  test('returns a 400 as its own result when it is malformed', async () => {
    const malformed: [operation: unknown, pointer: string][] = [
      [{}, '/operation'],
      [{ operation: 'jump' }, '/operation'],
      [5, ''],
      [null, ''],
      [{ operation: 'update', body: {} }, '/id'],
      [{ operation: 'update', id: 0, body: {} }, '/id'],
      [{ operation: 'delete', id: [1] }, '/id'],
      [remove({}), '/id'],
      [remove({ id: UNUSED_ID, referenceId: 'R-1' }), '/id'],
      [remove({ referenceId: '' }), '/referenceId'],
      [{ operation: 'create', body: 'text' }, '/body'],
      [remove({ id: 5, ifMatch: 5 }), '/ifMatch'],
    ];
    const acme = await service.newEmployer();
    const operations = [create(aJob()), ...malformed.map(([operation]) => operation), create(aJob())];
    const [created, ...others] = await resultsOf(acme, [...operations, { operation: 'create' }]);
    const [bodiless, last] = [others.pop(), others.pop()];
    expect(statusesOf([created, last, bodiless])).toEqual([201, 201, 400]);
    expect(bodiless.problem.code).toBe('body_missing');
    for (const [index, [operation, pointer]] of malformed.entries()) {
      const { status, problem } = others[index];
      const errors = [{ pointer: `/operations/${index + 1}${pointer}` }];
      expect([operation, status, problem.errors]).toMatchObject([operation, 400, errors]);
    }
  });
});

const R_1 = { referenceId: 'R-1' };

describe('a batch as a request', () => {
  test.each<[string, object[], string]>([
    ['the same id', [update(5, {}), remove({ id: '5' })], '/id'],
    ['the same referenceId', [create(aJob(R_1)), remove(R_1)], '/referenceId'],
    ['a referenceId that an update removes', [upsert(aJob(R_1)), update(5, R_1)], '/body/referenceId'],
  ])(
    '400s for %s in two operations, names both positions, and changes no job',
    async (_, operations, pointer) => {
      const acme = await service.newEmployer();
      const reply = await batch(acme, operations);
      expect([reply.status, errorPointers(reply)]).toEqual([400, [`/operations/1${pointer}`]]);
      expect(reply.body.detail).toContain('/operations/0/');
      expect(await countJobs(acme)).toBe(0);
    },
  );

  test.each<[string, unknown, string, string]>([
    ['no operations', {}, '/operations', 'required'],
    ['none in the list', { operations: [] }, '/operations', 'too_few'],
    ['101 of them', { operations: creations(BATCH_MAX_OPERATIONS + 1) }, '/operations', 'too_many'],
    ['no list', { operations: { operation: 'create', body: aJob() } }, '/operations', 'wrong_type'],
  ])('400s for %s, and changes no job', async (_, body, pointer, code) => {
    const acme = await service.newEmployer();
    const reply = await acme.post('/jobs/batch', body);
    expect([reply.status, reply.body.errors]).toMatchObject([400, [{ pointer, code }]]);
    expect(await countJobs(acme)).toBe(0);
  });

  test('400s for 200,000 operations as it does for 101', async () => {
    const acme = await service.newEmployer();
    const reply = await acme.post('/jobs/batch', `{"operations":[${'{},'.repeat(200_000)}{}]}`);
    expect([reply.status, reply.body.errors.at(-1).code]).toEqual([400, 'too_many']);
  });

  test('accepts 4 MiB, and refuses one byte more', async () => {
    const acme = await service.newEmployer();
    const text = JSON.stringify({ operations: creations(1) });
    const padded = (bytes: number) => `${text}${' '.repeat(bytes - Buffer.byteLength(text))}`;
    expect((await acme.post('/jobs/batch', padded(BATCH_MAX_BYTES))).status).toBe(200);
    const { status, body } = await acme.post('/jobs/batch', padded(BATCH_MAX_BYTES + 1));
    expect([status, body.code]).toEqual([413, 'content_too_large']);
  });

  test('has the same limits for the size and nesting of each body as single requests', async () => {
    const acme = await service.newEmployer();
    const deep = (levels: number): object => (levels === 1 ? {} : { a: deep(levels - 1) });
    const tooLarge = aJob({ description: 'x'.repeat(BODY_MAX_BYTES) });
    const bodies = [aJob({ a: deep(BODY_MAX_DEPTH - 1) }), tooLarge, aJob()];
    const results = await resultsOf(
      acme,
      bodies.map((body) => create(body)),
    );
    expect(statusesOf(results)).toEqual([201, 413, 201]);
    const { status, body } = await batch(acme, [create(deep(BODY_MAX_DEPTH + 1))]);
    expect([status, body.code]).toEqual([400, 'json_malformed']);
  });

  test('shortens later results when the body reaches 4 MiB, however many quotation marks the results contain', async () => {
    const acme = await service.newEmployer();
    const description = `<p>${'"\\'.repeat(50_000)}</p>`;
    // 12 of them fit into an event of Lambda, in which each of these characters takes four bytes.
    const operations = creations(BATCH_MAX_OPERATIONS).map(({ body }, n) =>
      create(n < 12 ? { ...body, description } : body),
    );
    const reply = await batch(acme, operations);
    const { results } = reply.body;
    expect(new Set(statusesOf(results))).toEqual(new Set([201]));
    expect(Buffer.byteLength(JSON.stringify(reply.text))).toBeLessThanOrEqual(BATCH_MAX_BYTES + 64 * 1024);
    const [firstResult, last] = [results[0], results.at(-1)];
    expect(firstResult.job.description).toBe(description);
    expect(Object.keys(last)).toEqual(['status', 'effect', 'id', 'etag']);
    expect(await countJobs(acme)).toBe(100);
  });

  test('keeps its results within 4 MiB when all operations fail with hostile field names', async () => {
    const acme = await service.newEmployer();
    const operations = Array.from({ length: 6 }, () => create(aJob({ ['"'.repeat(200_000)]: 1 })));
    const reply = await batch(acme, operations, { prefer: 'handling=strict' });
    expect(Buffer.byteLength(JSON.stringify(reply.text))).toBeLessThanOrEqual(BATCH_MAX_BYTES + 64 * 1024);
    expect(reply.body.results.at(-1).problem).toMatchObject({ code: 'validation_failed', status: 400 });
  });

  test('returns 503 for each operation that cannot start in time, and states that the operation changed no job', async () => {
    const acme = await service.newEmployer();
    const results = await resultsOf(createHttpClient(hurriedOrigin, acme.credentials), creations(3));
    expect(results.map(({ status, problem }) => [status, problem.outcome])).toEqual(
      Array.from({ length: 3 }, () => [503, 'not-applied']),
    );
    for (const { retryAfter } of results) expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(await countJobs(acme)).toBe(0);
  });

  test('returns the effect of each operation on its job', async () => {
    const { acme, job } = await service.employerWithJob({ referenceId: 'R-1' });
    const { body: other } = await acme.post('/jobs', aJob());
    const replayed = create(aJob({ title: 'Cook' }), { idempotencyKey: 'K-1' });
    const results = await resultsOf(acme, [
      upsert({ ...R_1, title: job.title }),
      update(other.id, { title: 'Another' }),
      upsert(aJob({ referenceId: 'R-2' })),
      replayed,
      remove({ id: UNUSED_ID }),
    ]);
    const effects = results.map(({ effect }) => effect);
    expect(effects).toEqual(['none', 'update', 'create', 'create', undefined]);
    const later = await resultsOf(acme, [replayed, remove({ id: String(job.id) })]);
    expect(later).toMatchObject([{ effect: 'none', replayed: true }, { effect: 'delete' }]);
  });
});
