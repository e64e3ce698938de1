import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, jest, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import type { Client } from '../../setup/http-client.ts';
import { isBundled } from '../../setup/deployment.ts';
import { setClock } from '../../setup/clock.ts';
import { ANY_TEXT, createJob, retitleInTable, searchJobs } from '../../setup/job-lists.ts';
import { startService } from '../../setup/service.ts';

const service = await startService();
const { db } = service;

const NOON = Date.parse('2027-03-01T12:00:00Z');
const SECOND = 1_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const newJob = async (employer: Client, title: string): Promise<number> =>
  (await createJob(employer, { title })).id;

/** An employer with two bakers, whose jobs the service has searched. */
async function searched() {
  setClock(NOON);
  const acme = await service.newEmployer();
  const ids = [await newJob(acme, 'Baker 1'), await newJob(acme, 'Baker 2')];
  expect(await searchJobs(acme, 'baker')).toMatchObject({ titles: ['Baker 2', 'Baker 1'], total: 2 });
  return { acme, first: ids[0] ?? 0, second: ids[1] ?? 0 };
}

describe('a Lambda container with cached search rows', () => {
  test('finds jobs created, changed, refreshed and deleted since the last search, in list order', async () => {
    const { acme, first, second } = await searched();
    setClock(NOON + DAY);
    await newJob(acme, 'Baker 3');
    await acme.put(`/jobs/${second}`, { title: 'Cook 2' });
    await acme.post(`/jobs/${first}/refresh`, undefined);
    expect(await searchJobs(acme, 'baker')).toMatchObject({ titles: ['Baker 1', 'Baker 3'], total: 2 });
    expect(await searchJobs(acme, 'cook')).toMatchObject({ titles: ['Cook 2'], total: 1 });
    await acme.delete(`/jobs/${first}`);
    expect(await searchJobs(acme, 'baker')).toMatchObject({ titles: ['Baker 3'], total: 1 });
    await acme.delete(`/jobs/${second}`);
    expect(await searchJobs(acme, ANY_TEXT)).toMatchObject({ titles: ['Baker 3'], total: 1 });
  });

  test('finds several changes of the same millisecond, and one from a clock that is 50 s slow', async () => {
    const { acme, first, second } = await searched();
    await acme.put(`/jobs/${first}`, { title: 'Cook 1' });
    expect((await searchJobs(acme, 'cook')).total).toBe(1);
    await acme.put(`/jobs/${second}`, { title: 'Cook 2' });
    expect((await searchJobs(acme, 'cook')).titles).toEqual(['Cook 2', 'Cook 1']);
    setClock(NOON - 50 * SECOND);
    const third = await newJob(acme, 'Cook 3');
    setClock(NOON);
    expect((await searchJobs(acme, 'cook')).titles).toEqual(['Cook 3', 'Cook 2', 'Cook 1']);
    setClock(NOON - 50 * SECOND);
    await acme.put(`/jobs/${third}`, { title: 'Baker 3' });
    await acme.put(`/jobs/${third}`, { title: 'Cook 4' });
    setClock(NOON);
    expect((await searchJobs(acme, 'cook')).titles).toEqual(['Cook 4', 'Cook 2', 'Cook 1']);
  });

  test('finds a row that arrives a minute late in the next search, and a row that arrives later within half an hour', async () => {
    const { acme, first, second } = await searched();
    setClock(NOON + 5 * MINUTE);
    await newJob(acme, 'Baker 3');
    expect((await searchJobs(acme, 'baker')).total).toBe(3);
    await retitleInTable(db, acme.employer.id, first, 'Cook 1', NOON + 4 * MINUTE);
    await retitleInTable(db, acme.employer.id, second, 'Cook 2', NOON + 3 * MINUTE);
    expect(await searchJobs(acme, 'cook')).toMatchObject({ titles: ['Cook 1'], total: 1 });
    // A search result shows the current job, not an older state from the index.
    expect(await searchJobs(acme, 'baker')).toMatchObject({ titles: ['Baker 3'], total: 2 });
    setClock(NOON + 30 * MINUTE);
    expect(await searchJobs(acme, 'cook')).toMatchObject({ titles: ['Cook 2', 'Cook 1'], total: 2 });
  });

  // The spy is on the client of the sources.
  const testOfSources = isBundled ? test.skip : test;
  testOfSources(
    'counts the rows of the last minute when they are many, and reads them again when one is late or has gone',
    async () => {
      const { acme, first, second } = await searched();
      setClock(NOON + 5 * MINUTE);
      const operations = Array.from({ length: 100 }, (_, n) => ({
        operation: 'create',
        body: aJob({ title: `Welder ${n}` }),
      }));
      for (const part of [operations, operations.slice(0, 1)]) {
        expect((await acme.post('/jobs/batch', { operations: part })).status).toBe(200);
      }
      const send = jest.spyOn(DynamoDBClient.prototype, 'send');
      const counts = () =>
        send.mock.calls.filter(([{ input }]) => 'Select' in input && input.Select === 'COUNT').length;
      expect((await searchJobs(acme, 'welder')).total).toBe(101);
      expect(counts()).toBe(0);
      await acme.put(`/jobs/${first}`, { title: 'Cook 1' });
      expect((await searchJobs(acme, 'cook')).titles).toEqual(['Cook 1']);
      expect(counts()).toBe(1);
      await retitleInTable(db, acme.employer.id, second, 'Cook 2', NOON + 4.5 * MINUTE);
      expect((await searchJobs(acme, 'cook')).titles).toEqual(['Cook 2', 'Cook 1']);
      await acme.put(`/jobs/${first}`, { title: 'Baker 1' });
      expect((await searchJobs(acme, 'cook')).titles).toEqual(['Cook 2']);
      send.mockRestore();
    },
  );
});

/** An employer with four jobs that were created at noon, one a minute, ten minutes ago. */
async function employerWithJobs() {
  const acme = await service.newEmployer();
  const ids: number[] = [];
  for (const minute of [0, 1, 2, 3]) {
    setClock(NOON + minute * MINUTE);
    ids.push(await newJob(acme, `Baker ${minute}`));
  }
  setClock(NOON + 10 * MINUTE);
  return { acme, ids };
}

const instant = (minutes: number) => new Date(NOON + minutes * MINUTE).toISOString();

/** The ids and the number of the jobs that changed at a time or later, by the minutes since noon. */
async function changedSince(client: Client, minutes: number, query = '') {
  const { status, body } = await client.get(`/jobs?updatedSince=${instant(minutes)}${query}`);
  expect(status).toBe(200);
  return { ids: body.data.map(({ id }: { id: number }) => id) as number[], paging: body.paging as object };
}

describe('the list of jobs that changed since a time', () => {
  test('accepts times as other languages write them', async () => {
    const { acme, ids } = await employerWithJobs();
    for (const time of ['2027-03-01T12:02:00.000000+0000', '2027-03-01T07:02:00-05:00']) {
      const { body } = await acme.get(`/jobs?updatedSince=${encodeURIComponent(time)}`);
      expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(1));
    }
  });

  test('has jobs in the order of their last changes, whatever the kind of change', async () => {
    const { acme, ids } = await employerWithJobs();
    const [oldest = 0, second = 0, third = 0] = ids;
    await acme.put(`/jobs/${third}`, { description: '<p>Other words</p>' });
    setClock(NOON + 11 * MINUTE);
    await acme.put(`/jobs/${oldest}`, { status: 'archived' });
    setClock(NOON + 24 * 60 * MINUTE);
    await acme.request('POST', `/jobs/${second}/refresh`);
    const created = await newJob(acme, 'Baker 5');
    expect(await changedSince(acme, 10)).toEqual({
      ids: [third, oldest, second, created],
      paging: { next: null },
    });
    await acme.delete(`/jobs/${oldest}`);
    expect((await changedSince(acme, 10)).ids).toEqual([third, second, created]);
    expect(await changedSince(acme, 10 * 24 * 60)).toEqual({ ids: [], paging: { next: null } });
  });

  test('leaves out a job that an update did not change', async () => {
    const { acme, ids } = await employerWithJobs();
    const { status } = await acme.put(`/jobs/${ids[0]}`, { title: 'Baker 0' });
    expect([status, (await changedSince(acme, 9)).ids]).toEqual([200, []]);
  });

  test('goes on after the last job of a page, and filters by status and by a text in the title or referenceId', async () => {
    const { acme, ids } = await employerWithJobs();
    const after = `&after=${NOON + 2 * MINUTE}-${ids[2]}`;
    const next = expect.stringContaining(`pageSize=3${after}`);
    expect(await changedSince(acme, 0, '&pageSize=3')).toEqual({ ids: ids.slice(0, 3), paging: { next } });
    expect((await changedSince(acme, 0, `&pageSize=3${after}`)).ids).toEqual(ids.slice(3));
    expect((await changedSince(acme, 4, after)).ids).toEqual(ids.slice(3));
    await acme.put(`/jobs/${ids[1]}`, { status: 'active' });
    expect((await changedSince(acme, 0, '&status=active')).ids).toEqual([ids[1]]);
    expect((await changedSince(acme, 0, '&q=BAKER%202')).ids).toEqual([ids[2]]);
  });
});

describe('the query of the list of jobs that changed since a time', () => {
  test.each([
    ['updatedSince=yesterday', 'updatedSince', 'malformed'],
    ['updatedSince=2027-03-01', 'updatedSince', 'malformed'],
    ['updatedSince=2027-02-30T12:00:00Z', 'updatedSince', 'malformed'],
    ['updatedSince=2027-03-01T12:00:00', 'updatedSince', 'malformed'],
    ['updatedSince=2027-03-01T12:00:00Z&page=2', 'page', 'not_allowed'],
    ['updatedSince=2027-03-01T12:00:00Z&after=17', 'after', 'malformed'],
    ['updatedSince=2027-03-01T12:00:00Z&after=1803902400000-17-1', 'after', 'malformed'],
    ['after=1803902400000-17', 'after', 'not_allowed'],
    ['q=baker&after=1803902400000-17', 'after', 'not_allowed'],
    ['referenceId=A&after=1803902400000-17', 'after', 'not_allowed'],
  ])('400s for %s', async (query, parameter, code) => {
    const acme = await service.newEmployer();
    const { status, body } = await acme.get(`/jobs?${query}`);
    expect([status, body.errors]).toMatchObject([400, [{ parameter, code }]]);
  });

  test('accepts page 1, as generated clients send it, and an empty after', async () => {
    const { acme, ids } = await employerWithJobs();
    expect((await changedSince(acme, 0, '&page=1&after=')).ids).toEqual(ids);
  });
});
