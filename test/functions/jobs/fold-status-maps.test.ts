import { afterEach, describe, expect, test } from '@jest/globals';
import { statusFolding } from '../../../functions/jobs/lists/status-folding.ts';
import {
  digitsByPosition,
  readCompleteStatusMap,
  snapshotIdOf,
} from '../../../functions/jobs/lists/read-status-map.ts';
import { accountKeys } from '../../../functions/accounts/keys.ts';
import { aJob } from '../../setup/a-job.ts';
import { setLastPosition } from '../../setup/employers-in-table.ts';
import { setClock } from '../../setup/clock.ts';
import { respondOnWire } from '../../setup/dynamo-proxy.ts';
import { before as beforeCall } from '../../setup/faults.ts';
import { startFaultyStore, type Fault, type StoreCall } from '../../setup/faulty-store.ts';
import { ownService } from '../../setup/own-service.ts';

// A run folds the maps of all employers.
const store = await startFaultyStore();
const service = await ownService();

afterEach(() => store.reset());

/** The first position of the second chunk. */
const SECOND_CHUNK = 2_368;
const BEFORE = SECOND_CHUNK - 3;
const HOUR_MILLIS = 3_600_000;

const statuses = ['active', 'archived', 'draft'] as const;

/** An employer with four jobs on both sides of the start of a chunk. */
async function anEmployer(lastPosition = BEFORE) {
  const acme = await service.newEmployer();
  const { id } = acme.employer;
  await setLastPosition(service.db, id, lastPosition);
  const ids: number[] = [];
  for (let number = 0; number < 4; number += 1) {
    ids.push((await acme.post('/jobs', aJob({ status: statuses[number % 3] }))).body.id);
  }
  return {
    ...acme,
    id,
    /** From oldest to newest. */
    ids,
    map: () => readCompleteStatusMap(service.db, id),
    digits: async () => digitsByPosition(await readCompleteStatusMap(service.db, id)),
    interceptOnce: (isMatch: (call: StoreCall) => boolean, fault: Fault) =>
      store.interceptOnce(accountKeys.employer(id).PK, isMatch, fault),
    fold: (now = () => new Date()) => statusFolding(service.db, now).fold(id),
    /** Every page of every list. */
    lists: async () => {
      const queries = ['', ...statuses.map((status) => `&status=${status}`)].flatMap((query) =>
        [1, 2, 3].map((page) => `pageSize=2&page=${page}${query}`),
      );
      return Promise.all(
        queries.map(async (query) => {
          const { status, body } = await acme.get(`/jobs?${query}`);
          return { query, status, body };
        }),
      );
    },
  };
}

type Acme = Awaited<ReturnType<typeof anEmployer>>;

/** The leaf and the name of each number in the leaves of the employer. */
const numbersIn = async (acme: Acme) =>
  (await acme.map()).leaves.flatMap(({ leaf, attributes }) =>
    Object.keys(attributes).flatMap((name) => (/^n\d/.test(name) ? `${leaf} ${name}` : [])),
  );

describe('a run that folds status maps', () => {
  test('changes no page of any list, and keeps only the newest chunk in the leaves', async () => {
    const acme = await anEmployer();
    const before = await acme.lists();
    expect(await numbersIn(acme)).toEqual(['0 n1', '1 n1', '62 n0', '63 n0']);
    expect(await service.foldStatusMaps()).toEqual({ folded: 1, failed: 0, finished: true });
    expect(await numbersIn(acme)).toEqual(['0 n1', '1 n1']);
    expect(await acme.lists()).toEqual(before);
  });

  test('skips the map of an employer that has started no new chunk since the last run', async () => {
    await anEmployer(1);
    expect(await service.foldStatusMaps()).toEqual({ folded: 0, failed: 0, finished: true });
    await anEmployer();
    await service.foldStatusMaps();
    expect(await service.foldStatusMaps()).toEqual({ folded: 0, failed: 0, finished: true });
  });

  test('keeps a map in the queue when a new position has queued it during the fold', async () => {
    const acme = await anEmployer();
    const beginChunk = async () => {
      await setLastPosition(service.db, acme.id, 2 * SECOND_CHUNK - 1);
      expect((await acme.post('/jobs', aJob())).status).toBe(201);
    };
    const { happened } = acme.interceptOnce(
      ({ body }) => body.includes('REMOVE #f, #g'),
      beforeCall(beginChunk),
    );
    await acme.fold();
    expect(happened()).toBe(true);
    expect(await service.foldStatusMaps()).toMatchObject({ folded: 1 });
    expect(await service.foldStatusMaps()).toMatchObject({ folded: 0 });
  });

  test('fails before it folds a map when no time is left, and the retry folds the map', async () => {
    await anEmployer();
    await expect(service.foldStatusMaps(59_000)).rejects.toThrow('{"folded":0,"failed":0,"finished":false}');
    expect(await service.foldStatusMaps()).toEqual({ folded: 1, failed: 0, finished: true });
  });

  test('keeps lists correct after later changes: statuses, deletions, refreshes', async () => {
    const acme = await anEmployer();
    await service.foldStatusMaps();
    const [oldest = 0, second = 0] = acme.ids;
    await acme.put(`/jobs/${oldest}`, { status: 'draft' });
    await acme.delete(`/jobs/${second}`);
    setClock(Date.now() + 24 * HOUR_MILLIS);
    await acme.post(`/jobs/${oldest}/refresh`, undefined);
    const expected = new Map([
      [SECOND_CHUNK, 3],
      [SECOND_CHUNK + 1, 1],
      [SECOND_CHUNK + 2, 3],
    ]);
    expect(await acme.digits()).toEqual(expected);
    await acme.fold();
    expect(await acme.digits()).toEqual(expected);
    // The leaves of the first chunk no longer have jobs.
    expect(await numbersIn(acme)).toEqual(['0 n1', '1 n1', '2 n1']);
    expect((await acme.map()).leaves).toHaveLength(3);
  });
});

describe('folding a map', () => {
  test('keeps a digit that is added to a leaf after the fold has read the leaf', async () => {
    const acme = await anEmployer();
    const before = await acme.digits();
    const change = () => acme.put(`/jobs/${acme.ids[0]}`, { status: 'draft' });
    acme.interceptOnce(({ operation }) => operation === 'PutItem', beforeCall(change));
    await acme.fold();
    expect(await acme.digits()).toEqual(new Map([...before, [BEFORE + 1, 3]]));
    expect((await acme.get('/jobs?status=draft&pageSize=1&page=2')).body.data).toMatchObject([
      { id: acme.ids[0] },
    ]);
  });

  test('changes no digit when it runs twice in parallel', async () => {
    const acme = await anEmployer();
    const before = await acme.digits();
    const now = new Date();
    await Promise.all([acme.fold(() => now), acme.fold(() => now), acme.fold()]);
    expect(await acme.digits()).toEqual(before);
  });

  test('deletes a snapshot one hour after the last leaf named it, and not before', async () => {
    const acme = await anEmployer();
    const start = Date.now();
    const snapshotTimes = async () =>
      [...(await acme.map()).snapshots.keys()].map((name) => snapshotIdOf(name) - start);
    const refold = async (millis: number, status: string) => {
      await acme.put(`/jobs/${acme.ids[0]}`, { status });
      await acme.fold(() => new Date(start + millis));
      return snapshotTimes();
    };
    expect(await refold(0, 'draft')).toEqual([0]);
    expect(await refold(1, 'active')).toEqual([0, 1]);
    expect(await refold(HOUR_MILLIS - 1, 'draft')).toEqual([0, 1, HOUR_MILLIS - 1]);
    expect(await refold(HOUR_MILLIS + 1, 'active')).toEqual([HOUR_MILLIS - 1, HOUR_MILLIS + 1]);
    // A run folds only maps in which a chunk has begun.
    await setLastPosition(service.db, acme.id, BEFORE + SECOND_CHUNK);
    for (let number = 0; number < 4; number += 1) await acme.post('/jobs', aJob());
    const digits = await acme.digits();
    setClock(start + 4 * HOUR_MILLIS);
    expect(await service.foldStatusMaps()).toMatchObject({ failed: 0, finished: true });
    expect(await acme.digits()).toEqual(digits);
    expect(await snapshotTimes()).not.toContain(HOUR_MILLIS - 1);
  });
});

test('a list reads leaf and snapshot again, with strong consistency, when the snapshot of a leaf is missing', async () => {
  const acme = await anEmployer();
  const before = await acme.lists();
  await acme.fold();
  const { happened } = acme.interceptOnce(
    ({ operation }) => operation === 'BatchGetItem',
    ({ response }) => respondOnWire(response, { status: 200, text: '{"Responses":{}}' }),
  );
  const page = await acme.get('/jobs?pageSize=2&page=2');
  expect(page.body).toEqual(before.find(({ query }) => query === 'pageSize=2&page=2')?.body);
  expect(happened()).toBe(true);
});
