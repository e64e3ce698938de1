import { describe, expect, test } from '@jest/globals';
import { defaultCloseDate } from '../../../functions/jobs/job/job-content.ts';
import { aJob } from '../../setup/a-job.ts';
import { setClock } from '../../setup/clock.ts';
import { startService } from '../../setup/service.ts';
import type { Client } from '../../setup/http-client.ts';

// The handlers are loaded by the first request and read their settings then.
process.env['TIME_ZONE'] = 'America/Toronto';

const service = await startService();

describe('publishDate', () => {
  test.each([
    ['23:30 in winter', '2026-01-15T04:30:00.000Z', '2026-01-14'],
    ['the last millisecond of a day in summer', '2026-07-02T03:59:59.999Z', '2026-07-01'],
    ['00:30 on a leap day', '2028-02-29T05:30:00.000Z', '2028-02-29'],
  ])('is the date in Toronto at %s', async (_, instant, date) => {
    const acme = await service.newEmployer();
    setClock(instant);
    const posted = await acme.post('/jobs', aJob());
    expect([posted.status, posted.body.publishDate]).toEqual([201, date]);
    const put = await acme.put('/jobs', aJob({ referenceId: 'R-1' }));
    expect([put.status, put.body.publishDate]).toEqual([201, date]);
    const { body } = await acme.get('/jobs');
    expect(body.data.map(({ publishDate }: { publishDate: string }) => publishDate)).toEqual([date, date]);
  });

  test('is not changed by PUT, whatever the client sends, on any day', async () => {
    const acme = await service.newEmployer();
    setClock('2026-06-10T12:00:00.000Z');
    const { body: job } = await acme.post('/jobs', aJob({ referenceId: 'R-1' }));
    setClock('2026-08-20T12:00:00.000Z');
    const fields = { referenceId: 'R-1', publishDate: '2026-08-20', title: 'Baker', closeDate: '' };
    for (const changed of [await acme.put(`/jobs/${job.id}`, fields), await acme.put('/jobs', fields)]) {
      const expected = { publishDate: '2026-06-10', closeDate: '2026-08-09', title: 'Baker' };
      expect([changed.status, changed.body]).toMatchObject([200, expected]);
    }
  });

  test("is the employer's last publishDate when the clock was set back, so that the list stays in order", async () => {
    const acme = await service.newEmployer();
    const other = await service.newEmployer();
    setClock('2026-06-10T12:00:00.000Z');
    const { body: oldest } = await acme.post('/jobs', aJob());
    setClock('2026-06-08T12:00:00.000Z');
    const { body: second } = await acme.post('/jobs', aJob());
    expect(second).toMatchObject({ publishDate: '2026-06-10', closeDate: '2026-08-09' });
    const { body: third } = await acme.put('/jobs', aJob({ referenceId: 'R-1' }));
    expect(third).toMatchObject({ publishDate: '2026-06-10', closeDate: '2026-08-09' });
    expect((await other.post('/jobs', aJob())).body.publishDate).toBe('2026-06-08');
    setClock('2026-06-11T12:00:00.000Z');
    const { body: fourth } = await acme.post('/jobs', aJob());
    expect(fourth.publishDate).toBe('2026-06-11');
    expect(await ids(acme)).toEqual([fourth, third, second, oldest].map(({ id }) => id));
  });
});

describe('closeDate', () => {
  test.each([
    ['over 29 February', '2028-01-01', '2028-03-01'],
    ['in a century without a leap day', '2100-01-15', '2100-03-16'],
  ])('is 60 days after publishDate %s', (_, publishDate, closeDate) => {
    expect(defaultCloseDate(publishDate)).toBe(closeDate);
  });

  test.each([
    ['2026-07-01T00:00:00', 200],
    ['2026-07-01 00:00:00.000', 200],
    ['2026-07-01T00:00:00.000-04:00', 200],
    ['2026-07-01T00:00', 200],
    ['2026-07-01T04:00:00Z', 400],
    ['2026-02-30T00:00:00Z', 400],
  ])('may have a time if it is midnight: %s', async (closeDate, status) => {
    const acme = await service.newEmployer();
    const reply = await acme.post('/jobs/validate', aJob({ closeDate, startDate: closeDate }));
    expect(reply.status).toBe(status);
    if (status === 200) {
      expect(reply.body.job).toMatchObject({ closeDate: '2026-07-01', startDate: '2026-07-01' });
    }
  });

  test('does not change the job after the date has passed', async () => {
    const acme = await service.newEmployer();
    setClock('2026-06-10T12:00:00.000Z');
    const { body: job } = await acme.post('/jobs', aJob({ status: 'active', closeDate: '2026-06-11' }));
    setClock('2027-06-10T12:00:00.000Z');
    expect((await acme.get(`/jobs/${job.id}`)).body).toEqual(job);
    expect((await acme.get('/jobs?status=active')).body.paging.total).toBe(1);
  });

  /** A province whose law requires no statements, so that only the date causes a warning. */
  const inCalgary = { locations: [{ description: 'Calgary, AB' }] };
  const WARNED = 'close_date_past; pointer="/closeDate"';

  test.each([
    ['years before', '0001-01-01', '2026-06-11T12:00:00.000Z', WARNED],
    ['the same day', '2026-06-11', '2026-06-11T12:00:00.000Z', null],
    ['the same day, which is over in UTC', '2026-06-11', '2026-06-12T03:59:59.999Z', null],
    ['the day before, as it is over in Toronto', '2026-06-11', '2026-06-12T04:00:00.000Z', WARNED],
  ])(
    'causes a warning when it is past and the job is active, by the date in Toronto: %s',
    async (_, closeDate, instant, warning) => {
      const acme = await service.newEmployer();
      setClock(instant);
      const { status, headers } = await acme.post(
        '/jobs',
        aJob({ ...inCalgary, status: 'active', closeDate }),
      );
      expect([status, headers.get('job-warning')]).toEqual([201, warning]);
    },
  );

  test('is checked against the status that the job has after the change', async () => {
    const acme = await service.newEmployer();
    setClock('2026-06-11T12:00:00.000Z');
    const { body, headers } = await acme.post('/jobs', aJob({ ...inCalgary, closeDate: '2026-06-10' }));
    expect(headers.has('job-warning')).toBe(false);
    const warningOf = async (fields: object) =>
      (await acme.put(`/jobs/${body.id}`, fields)).headers.get('job-warning');
    expect(await warningOf({ title: 'Cook' })).toBeNull();
    expect(await warningOf({ status: 'active' })).toBe(WARNED);
    expect(await warningOf({ status: 'archived' })).toBeNull();
    expect(await warningOf({ status: 'active', closeDate: '2026-06-11' })).toBeNull();
    expect(await warningOf({ closeDate: '2026-06-10' })).toBe(WARNED);
    expect(await warningOf({ closeDate: null })).toBeNull();
  });
});

const refresh = (client: Client, id: number) => client.request('POST', `/jobs/${id}/refresh`);

const ids = async (client: Client) =>
  (await client.get('/jobs')).body.data.map(({ id }: { id: number }) => id);

/** An employer with jobs created on the same day, newest first. The clock is then set to ten days later. */
async function tenDaysLater(...statuses: string[]) {
  const acme = await service.newEmployer();
  setClock('2026-05-01T12:00:00Z');
  const jobs = [];
  for (const status of statuses) {
    jobs.unshift((await acme.post('/jobs', aJob({ status, title: `Baker, ${status}` }))).body);
  }
  setClock('2026-05-11T12:00:00Z');
  return { acme, jobs };
}

describe('POST /jobs/{id}/refresh', () => {
  test.each(['draft', 'active', 'archived'])('republishes a job that is %s, on any plan', async (status) => {
    const { acme, jobs } = await tenDaysLater(status);
    const answer = await refresh(acme, jobs[0].id);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...jobs[0],
      publishDate: '2026-05-11',
      updatedAt: '2026-05-11T12:00:00.000Z',
    });
    expect((await acme.get(`/jobs/${jobs[0].id}`)).body).toEqual(answer.body);
  });

  test('changes no field on the day of creation or on the day of another refresh', async () => {
    const { acme, jobs } = await tenDaysLater('active', 'active');
    const [second, oldest] = jobs.map(({ id }) => id);
    await refresh(acme, oldest);
    const { body: created } = await acme.post('/jobs', aJob());
    const secondRefresh = await refresh(acme, oldest);
    expect([secondRefresh.status, secondRefresh.body.publishDate]).toEqual([200, '2026-05-11']);
    expect(await ids(acme)).toEqual([created.id, oldest, second]);
    await refresh(acme, second);
    expect((await refresh(acme, created.id)).status).toBe(200);
    expect(await ids(acme)).toEqual([second, created.id, oldest]);
    setClock('2026-05-12T12:00:00Z');
    expect((await refresh(acme, oldest)).body.publishDate).toBe('2026-05-12');
    expect(await ids(acme)).toEqual([oldest, second, created.id]);
  });

  test('refreshes only once for many concurrent requests', async () => {
    const { acme, jobs } = await tenDaysLater('active', 'active');
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(acme, jobs[1].id)));
    expect(answers.map(({ status, body }) => [status, body.publishDate])).toEqual(
      answers.map(() => [200, '2026-05-11']),
    );
    const { body: list } = await acme.get('/jobs?pageSize=1&page=2');
    expect([list.paging.total, list.data[0].id]).toEqual([2, jobs[0].id]);
  });
});
