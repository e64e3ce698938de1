import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import { setClock } from '../../setup/clock.ts';
import type { Client } from '../../setup/http-client.ts';
import { startService } from '../../setup/service.ts';

const service = await startService();
afterAll(service.close);
afterEach(() => {
  jest.useRealTimers();
});

const refresh = (client: Client, id: number | string, headers: Record<string, string> = {}) =>
  client.request('POST', `/jobs/${id}/refresh`, { headers });

const ids = async (client: Client, query = '') =>
  (await client.get(`/jobs${query}`)).body.data.map(({ id }: { id: number }) => id);

/** An employer with jobs of one day, the newest first, on which the clock stands ten days later. */
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

  test('moves the job to the top of the lists, and keeps the order of the others', async () => {
    const { acme, jobs } = await tenDaysLater('active', 'draft', 'active', 'active');
    const [d, c, b, a] = jobs.map(({ id }) => id);
    await refresh(acme, b);
    expect(await ids(acme)).toEqual([b, d, c, a]);
    await refresh(acme, a);
    expect(await ids(acme)).toEqual([a, b, d, c]);
    expect(await ids(acme, '?pageSize=1&page=3')).toEqual([d]);
    expect(await ids(acme, '?status=active')).toEqual([a, d, c]);
    expect(await ids(acme, '?status=active&pageSize=2&page=2')).toEqual([c]);
    expect(await ids(acme, '?q=baker')).toEqual([a, b, d, c]);
  });

  test('changes no field the second time on a day, nor on the day of creation', async () => {
    const { acme, jobs } = await tenDaysLater('active', 'active');
    const [second, first] = jobs.map(({ id }) => id);
    await refresh(acme, first);
    const { body: created } = await acme.post('/jobs', aJob());
    const again = await refresh(acme, first);
    expect([again.status, again.body.publishDate]).toEqual([200, '2026-05-11']);
    expect(await ids(acme)).toEqual([created.id, first, second]);
    await refresh(acme, second);
    expect((await refresh(acme, created.id)).status).toBe(200);
    expect(await ids(acme)).toEqual([second, created.id, first]);
    setClock('2026-05-12T12:00:00Z');
    expect((await refresh(acme, first)).body.publishDate).toBe('2026-05-12');
    expect(await ids(acme)).toEqual([first, second, created.id]);
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

  test('loses no concurrent change', async () => {
    const { acme, jobs } = await tenDaysLater('active');
    const { id } = jobs[0];
    await Promise.all([
      refresh(acme, id),
      acme.put(`/jobs/${id}`, { title: 'Pastry cook' }),
      acme.put(`/jobs/${id}`, { status: 'archived' }),
    ]);
    expect((await acme.get(`/jobs/${id}`)).body).toMatchObject({
      publishDate: '2026-05-11',
      title: 'Pastry cook',
      status: 'archived',
    });
    expect((await acme.get('/jobs?status=archived')).body.paging.total).toBe(1);
    expect((await acme.get('/jobs?status=active')).body.paging.total).toBe(0);
  });

  test('ignores a body of any kind', async () => {
    const { acme, jobs } = await tenDaysLater('active');
    for (const body of ['', '{', '{"title":"Other"}', '[]']) {
      const { status } = await acme.request('POST', `/jobs/${jobs[0].id}/refresh`, { body });
      expect(status).toBe(200);
    }
    expect((await acme.get(`/jobs/${jobs[0].id}`)).body.title).toBe(jobs[0].title);
  });

  test('404s for a job that does not exist or belongs to another employer, and for a malformed id', async () => {
    const { jobs } = await tenDaysLater('active');
    const other = await service.newEmployer();
    for (const id of [jobs[0].id, 2_147_483_647, 0, 'x', '2147483648']) {
      const { status, body } = await refresh(other, id);
      expect([status, body.code]).toEqual([404, 'job_not_found']);
    }
  });
});
