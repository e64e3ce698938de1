import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { jobKeys } from '../../../functions/jobs/keys.ts';
import { attributes } from '../../../functions/platform/dynamodb/table.ts';
import type { Client } from '../../setup/http-client.ts';
import { setClock } from '../../setup/clock.ts';
import { ANY_TEXT, createJob, searchJobs } from '../../setup/job-lists.ts';
import { startService } from '../../setup/service.ts';

const service = await startService();
const { db } = service;

afterEach(() => {
  jest.useRealTimers();
});
afterAll(async () => {
  await service.close();
});

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

/** Another title, as if the index showed it only now. */
const retitledAt = (employerId: number, id: number, title: string, changedAt: number) =>
  db.update({
    Key: jobKeys.job(employerId, id),
    UpdateExpression: 'SET title = :title, #text = :text, #changed = :changed',
    ExpressionAttributeNames: { '#text': attributes.searchText, '#changed': attributes.changed },
    ExpressionAttributeValues: {
      ':title': title,
      ':text': `${title.toLowerCase()}\n\u0001`,
      ':changed': changedAt,
    },
  });

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

  test('finds a row that is a minute late in the next search, and a later one within half an hour', async () => {
    const { acme, first, second } = await searched();
    setClock(NOON + 5 * MINUTE);
    await newJob(acme, 'Baker 3');
    expect((await searchJobs(acme, 'baker')).total).toBe(3);
    await retitledAt(acme.employer.id, first, 'Cook 1', NOON + 4 * MINUTE);
    await retitledAt(acme.employer.id, second, 'Cook 2', NOON + 3 * MINUTE);
    expect(await searchJobs(acme, 'cook')).toMatchObject({ titles: ['Cook 1'], total: 1 });
    // What is shown of a job is never older than the job.
    expect(await searchJobs(acme, 'baker')).toMatchObject({ titles: ['Baker 3'], total: 2 });
    setClock(NOON + 30 * MINUTE);
    expect(await searchJobs(acme, 'cook')).toMatchObject({ titles: ['Cook 2', 'Cook 1'], total: 2 });
  });

  test('reads all rows again when its clock goes back', async () => {
    const { acme } = await searched();
    setClock(NOON - DAY);
    await newJob(acme, 'Cook');
    expect((await searchJobs(acme, 'cook')).titles).toEqual(['Cook']);
  });
});
