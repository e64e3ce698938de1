import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { JobHeader } from '../../schemas/job.ts';
import type { Paging } from '../../schemas/list.ts';
import { aJob } from '../setup/a-job.ts';
import { folding } from '../model/folding.ts';
import { setLastPosition } from '../setup/employers-in-table.ts';
import { setClock } from '../setup/clock.ts';
import { startFaultyStore } from '../setup/faulty-store.ts';
import { lags, type Lag } from '../setup/lagging-indexes.ts';
import type { Client } from '../setup/http-client.ts';
import { startService } from '../setup/service.ts';

const store = await startFaultyStore();
const service = await startService();
const { fold, close } = folding();

/** How the indexes lag behind writes until they catch up. */
let lag: Lag | undefined;

beforeAll(() => store.lagIndexes(() => lag && { lag, queries: Infinity }));
afterEach(async () => {
  lag = undefined;
  jest.useRealTimers();
  await store.settled();
});
afterAll(close);

const YESTERDAY = '2026-05-01T12:00:00Z';
const TODAY = '2026-05-02T12:00:00Z';

/** The last position before the jobs: the fourth job starts a new chunk of the status map. */
const LAST_POSITION = 2_364;

/** Creates an employer with six jobs of yesterday, alternately active and draft, and a folded status map. */
async function employerWithJobs(fields: object = {}) {
  setClock(YESTERDAY);
  const client = await service.newEmployer({ plan: 'unlimited' });
  await setLastPosition(service.db, client.employer.id, LAST_POSITION);
  const ids: number[] = [];
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const status = number % 2 === 0 ? 'active' : 'draft';
    const { body } = await client.post('/jobs', aJob({ title: `Baker ${number}`, status, ...fields }));
    ids.push(body.id);
  }
  expect(await fold(client.employer.id)).toBe(true);
  setClock(TODAY);
  return { ...client, ids, id: (number: number) => ids[number - 1] as number };
}

interface List {
  data: JobHeader[];
  paging: Paging;
}

async function list(client: Client, query: string): Promise<List> {
  const { status, body } = await client.get(`/jobs?${query}`);
  expect({ query, status }).toEqual({ query, status: 200 });
  return body;
}

const titles = ({ data }: List) => data.map(({ title }) => title);
const bakers = (...numbers: number[]) => numbers.map((number) => `Baker ${number}`);

describe.each(lags)('indexes that lag (%s of a job)', (shown) => {
  test('change no page of a list: every job is on its current page and on no other', async () => {
    const acme = await employerWithJobs();
    lag = shown;
    await acme.post(`/jobs/${acme.id(4)}/refresh`, undefined);
    expect(titles(await list(acme, 'pageSize=2&page=2'))).toEqual(bakers(5, 3));
    await acme.delete(`/jobs/${acme.id(3)}`);
    expect(titles(await list(acme, 'pageSize=2&page=2'))).toEqual(bakers(5, 2));
    expect(titles(await list(acme, 'pageSize=2&page=2&status=draft'))).toEqual([]);
  });

  test('add no job to a search that the job no longer matches', async () => {
    const acme = await employerWithJobs();
    lag = shown;
    await acme.put(`/jobs/${acme.id(4)}`, { status: 'archived' });
    await acme.put(`/jobs/${acme.id(6)}`, { title: 'Cook' });
    expect(titles(await list(acme, 'q=baker&status=active'))).toEqual(bakers(2));
  });

  test("add no job to the employer's page that has become confidential or closed, or no longer matches the search", async () => {
    const acme = await employerWithJobs({ status: 'active' });
    lag = shown;
    await acme.put(`/jobs/${acme.id(2)}`, { confidential: true });
    await acme.put(`/jobs/${acme.id(3)}`, { closeDate: '2026-05-01' });
    await acme.put(`/jobs/${acme.id(4)}`, { title: 'Cook' });
    await acme.put(`/jobs/${acme.id(5)}`, { status: 'archived' });
    const { text } = await service.anyone.get(`${service.origin}/employers/${acme.employer.id}?q=baker`);
    expect(text.match(/Baker \d(?=<\/a>)/g)).toEqual(bakers(6, 1));
  });

  test('hide no referenceId in the list of references, and show each with its current or its previous status', async () => {
    const acme = await service.newEmployer();
    const ids: number[] = [];
    for (const referenceId of ['A', 'B', 'C', 'D']) {
      ids.push((await acme.post('/jobs', aJob({ referenceId }))).body.id);
    }
    lag = shown;
    await acme.post('/jobs', aJob({ referenceId: 'E' }));
    await acme.put(`/jobs/${ids[0]}`, { status: 'active' });
    await acme.put(`/jobs/${ids[1]}`, { referenceId: 'B2', status: 'active' });
    await acme.delete(`/jobs/${ids[2]}`);
    // These referenceIds are free, because their jobs were deleted or have a new referenceId.
    for (const referenceId of ['B', 'C']) await acme.post('/jobs', aJob({ referenceId, status: 'archived' }));
    const { body } = await acme.get('/jobs/references');
    const indexedStates = Object.fromEntries(
      body.data.map(({ referenceId, status }: Record<string, string>) => [referenceId, status]),
    );
    expect(indexedStates).toEqual({
      A: expect.stringMatching(/^(?:draft|active)$/),
      B: 'archived',
      B2: expect.stringMatching(/^(?:draft|active)$/),
      C: 'archived',
      D: 'draft',
      E: 'draft',
    });
    const drafts = await acme.get('/jobs/references?status=draft&limit=1');
    expect(drafts.body.data).toHaveLength(1);
    await store.settled();
    const { body: after } = await acme.get('/jobs/references?status=active');
    expect(after.data.map(({ referenceId }: { referenceId: string }) => referenceId)).toEqual(['A', 'B2']);
  });
});

test('A job that the index has at its old and its new position is listed and counted once, at the new position', async () => {
  const acme = await employerWithJobs();
  lag = 'both rows';
  await acme.post(`/jobs/${acme.id(4)}/refresh`, undefined);
  const order = bakers(4, 6, 5, 3, 2, 1);
  for (const query of ['', 'q=baker']) {
    const { data, paging } = await list(acme, query);
    expect([titles({ data, paging }), paging.total]).toEqual([order, 6]);
  }
  expect(titles(await list(acme, 'status=active'))).toEqual(bakers(4, 6, 2));
});
