import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { loadEmployer } from '../bench/load-employer.ts';
import { unpackRows } from '../../functions/jobs/search/row-packs.ts';
import type { Item, Key } from '../../functions/platform/dynamodb/database.ts';
import { jobKeys } from '../../functions/jobs/keys.ts';
import { aJob } from '../setup/a-job.ts';
import type { Client } from '../setup/http-client.ts';
import { setClock } from '../setup/clock.ts';
import { ANY_TEXT, createJobs, listJobs, searchJobs } from '../setup/job-lists.ts';
import { startService } from '../setup/service.ts';

const service = await startService();
const { db } = service;
const client = DynamoDBDocumentClient.from(new DynamoDBClient());
const log = jest.spyOn(console, 'log').mockReturnValue();

afterEach(() => {
  jest.useRealTimers();
});
afterAll(async () => {
  log.mockRestore();
  client.destroy();
});

const NOON = Date.parse('2027-03-01T12:00:00Z');
const SECOND = 1_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Searches, and returns the titles, the total and the database usage. */
async function search(employer: Client, q: string) {
  const results = await searchJobs(employer, q);
  const { readUnits, writeUnits } = JSON.parse(String(log.mock.lastCall?.[0]));
  return { ...results, readUnits, writeUnits };
}

describe('an employer with 1,200 jobs', () => {
  const SIZE = 1_200;
  const ofAll = { total: SIZE / 10 };

  /** The employer after a first search at noon. Half an hour later, the caches of the container have expired. */
  async function packed() {
    setClock(NOON);
    const acme = await service.newEmployer();
    const { id: employerId } = acme.employer;
    const firstId = await loadEmployer({ client, tableName: db.tableName, employerId, size: SIZE });
    const matches = await search(acme, 'welder');
    expect(matches).toMatchObject(ofAll);
    const packs = () =>
      db.query({
        KeyConditionExpression: 'PK = :PK',
        ExpressionAttributeValues: { ':PK': jobKeys.rowPack(employerId, 0).PK },
      });
    return { acme, firstId, whole: matches, packs, pack: (await packs())[0] as Item & Key };
  }

  test('gets a pack from the first search, and a container with empty caches reads the pack instead of the index', async () => {
    const { acme, firstId, whole, packs } = await packed();
    expect(whole.writeUnits).toBeGreaterThan(0);
    expect(await packs()).toHaveLength(1);
    await acme.delete(`/jobs/${firstId}`);
    await acme.put(`/jobs/${firstId + 4}`, { title: 'Cook 4' });
    await acme.put(`/jobs/${firstId + 1}`, { title: 'Welder 1' });
    setClock(NOON + 30 * MINUTE);
    const cold = await search(acme, 'welder');
    expect(cold).toMatchObject({ ...ofAll, writeUnits: 0 });
    expect(whole.readUnits - cold.readUnits).toBeGreaterThan(5);
    expect((await search(acme, 'welder 1')).titles).toEqual(['Welder 1']);
    expect((await search(acme, 'software developer 0')).total).toBe(0);
    expect((await search(acme, ANY_TEXT)).total).toBe(SIZE - 1);
  });

  test('gets a pack of changes of the last hour that counts for half an hour only', async () => {
    const { acme, firstId, packs, pack } = await packed();
    setClock(NOON + 3 * DAY);
    for (let n = 0; n < SIZE; n += 100) {
      const operations = Array.from({ length: 100 }, (_, each) => ({
        operation: 'update',
        id: firstId + n + each,
        body: { title: `Cook ${n + each}` },
      }));
      expect((await acme.post('/jobs/batch', { operations })).status).toBe(200);
    }
    setClock(NOON + 3 * DAY + 2 * MINUTE);
    const cold = await search(acme, 'cook');
    expect(cold).toMatchObject({ total: SIZE });
    expect(await packs()).toEqual([pack, expect.objectContaining({ to: NOON + 3 * DAY + MINUTE })]);
    setClock(NOON + 3 * DAY + 32 * MINUTE - 1);
    expect(await search(acme, 'cook')).toMatchObject({ total: SIZE, writeUnits: 0 });
    setClock(NOON + 3 * DAY + 64 * MINUTE);
    const settled = await search(acme, 'cook');
    expect(settled.writeUnits).toBeGreaterThan(0);
  });

  test('gets a new pack after six days, without the deleted jobs', async () => {
    const { acme, firstId, pack, packs } = await packed();
    await acme.delete(`/jobs/${firstId + 4}`);
    expect(pack['timeToLive']).toBe((NOON + 7 * DAY) / SECOND);
    setClock(NOON + 6 * DAY - 1);
    await search(acme, 'welder');
    expect(await packs()).toEqual([pack]);
    setClock(NOON + 6 * DAY + 30 * MINUTE);
    expect((await search(acme, 'welder')).total).toBe(SIZE / 10 - 1);
    const repacked = await packs();
    expect(repacked.map(({ madeAt }) => madeAt)).toEqual([NOON + 6 * DAY + 30 * MINUTE]);
    expect(unpackRows(repacked[0]?.['rows'])).toContainEqual({ id: firstId + 4, position: 0, text: null });
  });

  test('has every job in a search after the clock was set back by a year, and after the clock was corrected', async () => {
    const { acme } = await packed();
    setClock(NOON - 365 * DAY);
    expect((await acme.post('/jobs', aJob({ title: 'Cook' }))).status).toBe(201);
    expect((await search(acme, ANY_TEXT)).total).toBe(SIZE + 1);
    setClock(NOON + 30 * MINUTE);
    expect((await search(acme, 'cook')).titles).toContain('Cook');
    expect((await search(acme, ANY_TEXT)).total).toBe(SIZE + 1);
  });

  test('has every job in a search when a pack is missing, has a wrong time or was written by a fast clock', async () => {
    const { acme, pack } = await packed();
    const { PK, SK } = pack;
    const damages = [
      undefined,
      { madeAt: NOON + 30 * DAY },
      { SK: '1700000000000' },
      { to: Date.parse('2026-01-01') },
    ];
    for (const [number, damage] of damages.entries()) {
      await db.delete({ Key: { PK, SK } });
      if (damage) await db.put({ Item: { ...pack, ...damage } });
      setClock(NOON + (number + 1) * 30 * MINUTE);
      expect((await search(acme, ANY_TEXT)).total).toBe(SIZE);
      expect(await search(acme, 'welder')).toMatchObject(ofAll);
    }
  });
});

test('q searches more than a megabyte of texts, finds every match once, newest first, and counts the matches exactly', async () => {
  const acme = await service.newEmployer();
  const jobs = Array.from({ length: 1_200 }, (_, number) => ({
    title: `${'🙂'.repeat(240)} ${number % 3 === 0 ? 'Baker' : 'Cook'}`,
    status: number % 2 === 0 ? 'active' : 'archived',
  }));
  for (let n = 0; n < jobs.length; n += 100) await createJobs(acme, jobs.slice(n, n + 100));
  const query = '?q=baker&status=archived&pageSize=100';
  const { data: newest } = await listJobs(acme, query);
  const { data, paging } = await listJobs(acme, `${query}&page=2`);
  expect(paging).toMatchObject({ total: 200, pages: 2 });
  const matches = [...newest, ...data];
  const ids = matches.map(({ id }) => id);
  expect(new Set(ids).size).toBe(200);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(matches.every(({ title, status }) => title.endsWith('Baker') && status === 'archived')).toBe(true);
});
