import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import { setClock } from '../../setup/clock.ts';
import type { Client } from '../../setup/http-client.ts';
import { startService } from '../../setup/service.ts';

const service = await startService();
afterEach(() => {
  jest.useRealTimers();
});
afterAll(service.close);

const NOON = Date.parse('2027-03-01T12:00:00Z');
const MINUTE = 60_000;

const create = async (client: Client, title: string): Promise<number> =>
  (await client.post('/jobs', aJob({ title, status: 'active' }))).body.id;

/** An employer with four jobs that were created at noon, one a minute, ten minutes ago. */
async function employerWithJobs() {
  const acme = await service.newEmployer();
  const ids: number[] = [];
  for (const minute of [0, 1, 2, 3]) {
    setClock(NOON + minute * MINUTE);
    ids.push(await create(acme, `Baker ${minute}`));
  }
  setClock(NOON + 10 * MINUTE);
  return { acme, ids };
}

const instant = (minutes: number) => new Date(NOON + minutes * MINUTE).toISOString();

/** The ids and the number of the jobs that changed at a time or later, by the minutes since noon. */
async function changedSince(client: Client, minutes: number, query = '') {
  const { status, body } = await client.get(`/jobs?updatedSince=${instant(minutes)}${query}`);
  expect(status).toBe(200);
  return {
    ids: body.data.map(({ id }: { id: number }) => id) as number[],
    total: body.paging.total as number,
    next: body.paging.next as string | null,
  };
}

describe('the list of jobs that changed since a time', () => {
  test.each(['2027-03-01T12:02:00.000000+0000', '2027-03-01T07:02:00-05:00', '2027-03-01T12:02:00Z'])(
    'accepts the time %s, as other languages write it',
    async (time) => {
      const { acme, ids } = await employerWithJobs();
      const { body } = await acme.get(`/jobs?updatedSince=${encodeURIComponent(time)}`);
      expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(1));
    },
  );

  test('has jobs in the order of their last changes, whatever the kind of change', async () => {
    const { acme, ids } = await employerWithJobs();
    const [first = 0, second = 0, third = 0] = ids;
    await acme.put(`/jobs/${third}`, { description: '<p>Other words</p>' });
    setClock(NOON + 11 * MINUTE);
    await acme.put(`/jobs/${first}`, { status: 'archived' });
    setClock(NOON + 24 * 60 * MINUTE);
    await acme.request('POST', `/jobs/${second}/refresh`);
    const created = await create(acme, 'Baker 5');
    expect(await changedSince(acme, 10)).toEqual({
      ids: [third, first, second, created],
      total: 4,
      next: null,
    });
    await acme.delete(`/jobs/${first}`);
    expect((await changedSince(acme, 10)).ids).toEqual([third, second, created]);
    expect(await changedSince(acme, 10 * 24 * 60)).toEqual({ ids: [], total: 0, next: null });
  });

  test('leaves out a job that an update did not change', async () => {
    const { acme, ids } = await employerWithJobs();
    const { status } = await acme.put(`/jobs/${ids[0]}`, { title: 'Baker 0' });
    expect([status, (await changedSince(acme, 9)).ids]).toEqual([200, []]);
  });

  test('has pages, and filters by status and by a text in the title or referenceId', async () => {
    const { acme, ids } = await employerWithJobs();
    const page = await changedSince(acme, 0, '&pageSize=3');
    expect(page).toEqual({ ids: ids.slice(0, 3), total: 4, next: expect.stringContaining('page=2') });
    expect((await changedSince(acme, 0, '&pageSize=3&page=2')).ids).toEqual(ids.slice(3));
    await acme.put(`/jobs/${ids[1]}`, { status: 'draft' });
    expect((await changedSince(acme, 0, '&status=draft')).ids).toEqual([ids[1]]);
    expect((await changedSince(acme, 0, '&q=BAKER%202')).ids).toEqual([ids[2]]);
  });

  test('has the changes of servers whose clocks are a minute behind or ahead', async () => {
    const { acme, ids } = await employerWithJobs();
    const [first = 0, second = 0] = ids;
    setClock(NOON + 9 * MINUTE);
    await acme.put(`/jobs/${first}`, { description: '<p>Behind</p>' });
    setClock(NOON + 12 * MINUTE);
    await acme.put(`/jobs/${second}`, { description: '<p>Ahead</p>' });
    expect((await changedSince(acme, 10)).ids).toEqual([first, second]);
    setClock(NOON + 10 * MINUTE);
    await acme.put(`/jobs/${second}`, { description: '<p>Later, by a clock that is right</p>' });
    expect((await changedSince(acme, 13)).ids).toEqual([second]);
  });

  test('has only jobs of the employer of the key', async () => {
    const { acme } = await employerWithJobs();
    const other = await service.newEmployer();
    const id = await create(other, 'Cook');
    expect((await changedSince(acme, 0)).ids).not.toContain(id);
  });

  test.each(['yesterday', '2027-03-01', '2027-02-30T12:00:00Z', '2027-03-01T12:00:00', ''])(
    '400s for an invalid time: %p',
    async (time) => {
      const acme = await service.newEmployer();
      const { status, body } = await acme.get(`/jobs?updatedSince=${time}`);
      expect([status, body.errors]).toMatchObject([400, [{ parameter: 'updatedSince' }]]);
    },
  );
});

describe('the times of a job', () => {
  test('are those of its creation and of its last change', async () => {
    const { acme, ids } = await employerWithJobs();
    const { headers, body } = await acme.put(`/jobs/${ids[1]}`, { description: '<p>Other words</p>' });
    expect(body).toMatchObject({ createdAt: instant(1), updatedAt: instant(10) });
    expect(Date.parse(headers.get('last-modified') ?? '')).toBe(NOON + 10 * MINUTE);
  });
});
