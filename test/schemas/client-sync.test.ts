import { describe, expect, test } from '@jest/globals';
import { createClient, type JobHeader, type JobUpsert, type SyncCounts } from '../../schemas/client/index.ts';
import { BATCH_MAX_BYTES, BATCH_MAX_OPERATIONS } from '../../schemas/limits.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { aJob } from '../setup/a-job.ts';
import { sharedService } from '../setup/shared-service.ts';

const service = sharedService();

type Fetch = typeof globalThis.fetch;

const job = (referenceId: unknown, fields: object = {}) => aJob({ referenceId, ...fields }) as JobUpsert;

const jobs = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, index) => job(`REQ-${index}`, fields));

const textOf = (init: RequestInit | undefined) => (init?.body as string | undefined) ?? '{}';

/** The operations in the body of a batch. */
const operationsIn = (init: RequestInit | undefined) =>
  (JSON.parse(textOf(init)) as { operations: { body: JobUpsert }[] }).operations;

/** An employer with jobs, and a client whose requests `through` may change. */
async function employerWith(seeded: JobUpsert[], through: (send: Fetch) => Fetch = (send) => send) {
  const employer = await service.newEmployer();
  const url = `${service.origin}${BASE_PATH}`;
  const { apiKey } = employer;
  const client = createClient({ url, apiKey, fetch: through(fetch), wait: async () => undefined });
  await createClient({ url, apiKey }).jobs.sync(seeded);
  const statuses = async () => {
    const { data } = (await employer.get('/jobs?pageSize=100')).body as { data: JobHeader[] };
    return Object.fromEntries(data.map(({ referenceId, status }) => [referenceId, status]));
  };
  return { ...employer, client, statuses };
}

const passed = { status: 200, effect: 'none' };
const busy = { status: 503, problem: { status: 503, message: 'Busy.', outcome: 'not-applied' } };

/** A client of a simulated service that returns these results, with its requests and waits. */
function clientOfAnything(resultOf: (referenceId: string, request: number) => object = () => passed) {
  const requests: { operations: number; bytes: number }[] = [];
  const waits: number[] = [];
  const client = createClient({
    url: 'https://jobs.example.com/api/v1.1',
    apiKey: 'jps_key',
    fetch: async (_, init) => {
      const operations = operationsIn(init);
      requests.push({ operations: operations.length, bytes: Buffer.byteLength(textOf(init)) });
      const results = operations.map(({ body }) => resultOf(body.referenceId, requests.length));
      return Response.json({ results });
    },
    wait: async (milliseconds) => void waits.push(milliseconds),
  });
  return { client, requests, waits };
}

const tooLarge = () => Response.json({ message: 'Too large.' }, { status: 413 });

async function* broken() {
  yield job('NEW');
  throw new Error('The database is closed.');
}

describe('a synchronisation', () => {
  test('creates, updates and archives jobs as its dry run reports, and does not change equal jobs or jobs without a referenceId', async () => {
    const { client, get, post, put, statuses } = await employerWith([
      ...jobs(3, { status: 'active' }),
      job('GONE', { status: 'active' }),
      job('GONE BEFORE', { status: 'archived' }),
    ]);
    await post('/jobs', aJob({ status: 'active' }));
    const before = (await get('/jobs')).text;
    const input = [
      job('REQ-0', { status: 'active' }),
      job('REQ-1', { title: 'Cook' }),
      job('REQ-2', { status: 'draft' }),
      job('NEW', { status: 'active' }),
      job('BAD', { title: '' }),
    ];
    const planned = await client.jobs.sync(input, { archiveMissing: true, dryRun: true });
    expect((await get('/jobs')).text).toBe(before);
    const done = await client.jobs.sync(input, { archiveMissing: true });
    const counts = { created: 1, updated: 2, unchanged: 1, archived: 1, failed: 1, gone: 1 };
    for (const [report, dryRun] of [
      [planned, true],
      [done, false],
    ] as const) {
      expect(report).toMatchObject({ ...counts, dryRun, tooManyGone: false });
      expect(report.items.map(({ index, referenceId, outcome }) => [index, referenceId, outcome])).toEqual([
        [1, 'REQ-1', 'updated'],
        [2, 'REQ-2', 'updated'],
        [3, 'NEW', 'created'],
        [4, 'BAD', 'failed'],
        [undefined, 'GONE', 'archived'],
      ]);
    }
    expect(done.items.map(({ status }) => status)).toEqual([200, 200, 201, 400, 200]);
    expect(await statuses()).toEqual({
      'REQ-0': 'active',
      'REQ-1': 'active',
      'REQ-2': 'draft',
      NEW: 'active',
      GONE: 'archived',
      'GONE BEFORE': 'archived',
      null: 'active',
    });
    const addressOf = async (referenceId: string) => (await put('/jobs', { referenceId })).body.postingUrl;
    const [existing, last, gone] = await Promise.all(['REQ-1', 'NEW', 'GONE'].map(addressOf));
    expect(planned.items.map(({ postingUrl }) => postingUrl)).toEqual([existing, null, null, null, gone]);
    expect(done.items.map(({ postingUrl }) => postingUrl)).toEqual([existing, null, last, null, gone]);
    expect(await client.jobs.sync(input.slice(0, 4), { archiveMissing: true })).toMatchObject({
      unchanged: 4,
      items: [],
    });
  });

  test('reports an invalid job with its index and a job with a warning, and continues', async () => {
    const seeded = ['REQ-BAD', '7'].map((referenceId) => job(referenceId, { status: 'active' }));
    const { client, statuses } = await employerWith(seeded);
    const cyclic = { ...job('REQ-CYCLE'), self: {} };
    cyclic.self = cyclic;
    const input = [
      job('REQ-1'),
      job('REQ-BAD', { title: '' }),
      job(undefined),
      null,
      'Baker',
      job(7),
      cyclic,
      job('REQ-DEEP', { salary: JSON.parse('['.repeat(40) + ']'.repeat(40)) }),
      job('REQ-1', { title: 'Cook' }),
      job('REQ-2', { description: '<p>Bake <img src="a.png"></p>' }),
    ] as JobUpsert[];
    const report = await client.jobs.sync(input, { archiveMissing: true });
    expect(report).toMatchObject({ created: 2, archived: 0, failed: 8 });
    const warnings = [{ code: 'markup_removed', removed: 'img' }];
    expect(report.items.at(-1)).toMatchObject({ problem: undefined, warnings });
    const failures = report.items.filter(({ outcome }) => outcome === 'failed');
    expect(failures.map(({ index, status, problem }) => [index, status, problem?.message])).toEqual(
      [
        [1, /^title /],
        [2, /^referenceId /],
        [3, /object/],
        [4, /object/],
        [5, /^referenceId /],
        [6, /JSON/],
        [7, /nested/],
        [8, /^An earlier job of the input has this referenceId/],
      ].map(([index, message]) => [index, 400, expect.stringMatching(message as RegExp)]),
    );
    expect(failures[0]?.problem?.errors).toEqual([expect.objectContaining({ pointer: '/title' })]);
    const drafts = { 'REQ-1': 'draft', 'REQ-2': 'draft' };
    expect(await statuses()).toEqual({ ...drafts, 'REQ-BAD': 'active', '7': 'active' });
  });

  test('does not archive without archiveMissing, or when more jobs are missing than maxArchived allows', async () => {
    const archived = job('ARCHIVED', { status: 'archived' });
    const { client, statuses } = await employerWith([...jobs(10, { status: 'active' }), archived]);
    expect(await client.jobs.sync([])).toMatchObject({ gone: 0, archived: 0 });
    const archiveMissing = true;
    const refused = await client.jobs.sync(jobs(7), { archiveMissing });
    expect(refused).toMatchObject({ gone: 3, tooManyGone: true, archived: 0, unchanged: 7, items: [] });
    expect(Object.values(await statuses()).filter((status) => status === 'active')).toHaveLength(10);
    // A fifth of ten jobs; the job that is already archived does not count.
    const done = await client.jobs.sync(jobs(8), { archiveMissing });
    expect(done).toMatchObject({ gone: 2, tooManyGone: false, archived: 2 });
    expect(await client.jobs.sync([], { archiveMissing, maxArchived: 1 })).toMatchObject({ archived: 8 });
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['archived']));
  });

  test('does not archive a job that another client creates during the synchronisation', async () => {
    const { client, post, statuses } = await employerWith(jobs(1, { status: 'active' }));
    async function* input() {
      yield job('REQ-0');
      await post('/jobs', job('BY ANOTHER', { status: 'active' }));
    }
    const report = await client.jobs.sync(input(), { archiveMissing: true, maxArchived: 1 });
    expect(report).toMatchObject({ unchanged: 1, gone: 0 });
    expect(await statuses()).toEqual({ 'REQ-0': 'active', 'BY ANOTHER': 'active' });
  });

  test('throws the error that the input throws, and archives no job', async () => {
    const { client, statuses } = await employerWith(jobs(1, { status: 'active' }));
    const run = client.jobs.sync(broken(), { archiveMissing: true, maxArchived: 1 });
    await expect(run).rejects.toThrow('The database is closed.');
    expect(await statuses()).toMatchObject({ 'REQ-0': 'active' });
  });

  test.each([-0.1, 1.1, 20, Number.NaN])('throws when maxArchived is %d', async (maxArchived) => {
    const { client, requests } = clientOfAnything();
    await expect(client.jobs.sync([], { maxArchived })).rejects.toThrow(RangeError);
    expect(requests).toEqual([]);
  });

  test('archives missing jobs with any characters in the referenceId, and looks up only those jobs', async () => {
    const requests: string[] = [];
    const strange = ['A&B=C', 'a,b', '100 %', '50+50', '#1?', '"x"', 'é🙂'.repeat(12), 'null'];
    // These referenceIds are together too long for one URL.
    strange.push(...Array.from({ length: 20 }, (_, index) => `${'🙂'.repeat(40)}${index}`));
    const { client, statuses } = await employerWith(
      [...strange.map((id) => job(id, { status: 'active' })), job('OLD', { status: 'archived' })],
      (send) => (url, init) => {
        requests.push(...new URL(url).searchParams.getAll('referenceId'));
        return send(url, init);
      },
    );
    const report = await client.jobs.sync([], { archiveMissing: true, maxArchived: 1 });
    expect(report).toMatchObject({ gone: strange.length, archived: strange.length, unchanged: 0 });
    expect(requests.toSorted()).toEqual(strange.toSorted());
    expect(await statuses()).toEqual(Object.fromEntries([...strange, 'OLD'].map((id) => [id, 'archived'])));
  });
});

describe('the requests of a synchronisation', () => {
  test('contain as many jobs as fit into the limits of a batch, in order', async () => {
    const { client, requests } = clientOfAnything();
    await client.jobs.sync(jobs(250));
    const full = BATCH_MAX_OPERATIONS;
    expect(requests.map(({ operations }) => operations)).toEqual([full, full, 50]);
    requests.length = 0;
    // Each letter has two bytes in UTF-8.
    await client.jobs.sync(jobs(20, { description: 'é'.repeat(300_000) }));
    expect(requests.map(({ operations }) => operations)).toEqual([6, 6, 6, 2]);
    expect(Math.max(...requests.map(({ bytes }) => bytes))).toBeLessThanOrEqual(BATCH_MAX_BYTES);
  });

  test('read jobs from the input only when the jobs are sent', async () => {
    let yielded = 0;
    function* input() {
      for (const each of jobs(1_000)) {
        yielded += 1;
        yield each;
      }
    }
    const { client, requests } = clientOfAnything();
    const readTooEarly: number[] = [];
    await client.jobs.sync(input(), { onProgress: () => readTooEarly.push(yielded - 100 * requests.length) });
    expect(Math.max(...readTooEarly)).toBeLessThanOrEqual(1);
  });

  test('repeat only the jobs that the service was too busy to process', async () => {
    const lastBusy: Record<string, number> = { 'REQ-1': 2, 'REQ-3': 1 };
    const creations: string[] = [];
    const { client, waits } = clientOfAnything((referenceId, request) => {
      creations.push(`${request} ${referenceId}`);
      return request <= (lastBusy[referenceId] ?? 0) ? { ...busy, retryAfter: 7 } : passed;
    });
    expect(await client.jobs.sync(jobs(5))).toMatchObject({ unchanged: 5, failed: 0 });
    expect(creations.slice(5)).toEqual(['2 REQ-1', '2 REQ-3', '3 REQ-1']);
    // At least the wait that the results ask for.
    expect(waits).toHaveLength(2);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(7_000);
  });

  test('stop after a minute without progress, and report the remaining jobs as failed', async () => {
    // The last job succeeds with the third request.
    const { client, requests, waits } = clientOfAnything((referenceId, request) =>
      referenceId === 'REQ-2' && request === 3 ? passed : busy,
    );
    const report = await client.jobs.sync(jobs(3));
    expect(requests).toHaveLength(10);
    // Two of the waits came before the last job succeeded.
    expect(waits.slice(2).reduce((sum, each) => sum + each)).toBeGreaterThan(60_000);
    expect(report).toMatchObject({ unchanged: 1, failed: 2 });
    expect(report.items).toMatchObject([0, 1].map((index) => ({ index, ...busy })));
  });

  test('are split when the service refuses a whole batch as too large, so that only the too large job fails', async () => {
    const { client, statuses } = await employerWith(
      [],
      (send) => async (url, init) => (textOf(init).length > 2_000 ? tooLarge() : send(url, init)),
    );
    const input = [...jobs(10), job('LARGE', { description: 'a'.repeat(2_000) })];
    const report = await client.jobs.sync(input);
    expect(report).toMatchObject({ created: 10, failed: 1 });
    expect(report.items.at(-1)).toMatchObject({ index: 10, status: 413, problem: { message: 'Too large.' } });
    expect(Object.keys(await statuses())).toHaveLength(10);
  });

  test('end with the error of a batch that the service refuses for a reason other than its size', async () => {
    const client = createClient({ url: `${service.origin}${BASE_PATH}`, apiKey: 'jps_wrong' });
    await expect(client.jobs.sync(jobs(1))).rejects.toMatchObject({ status: 401 });
  });

  test('stop when the signal aborts', async () => {
    const { client, requests } = clientOfAnything();
    const abort = new AbortController();
    const onProgress = () => abort.abort(new Error('Enough.'));
    const run = client.jobs.sync(jobs(300), { onProgress, signal: abort.signal });
    await expect(run).rejects.toThrow('Enough.');
    expect(requests).toHaveLength(1);
  });

  test('report progress after each request', async () => {
    const { client } = await employerWith(jobs(1));
    const progress: SyncCounts[] = [];
    await client.jobs.sync([...jobs(101), job('BAD', { title: '' })], {
      onProgress: (counts) => progress.push(counts),
    });
    const counts = { updated: 0, unchanged: 1, archived: 0 };
    expect(progress).toEqual([
      { ...counts, created: 99, failed: 0 },
      { ...counts, created: 100, failed: 1 },
    ]);
  });
});
