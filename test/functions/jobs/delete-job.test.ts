import { describe, expect, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import { type Reply, countJobs } from '../../setup/http-client.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

const json = { 'content-type': 'application/json' };

/** An employer with one job, and the two ways to delete it. */
const employerWithJob = () => service.employerWithJob({ referenceId: 'R-1', status: 'active' });

type WithJob = Awaited<ReturnType<typeof employerWithJob>>;
const ways: [string, (target: WithJob) => Promise<Reply>][] = [
  ['by id', ({ acme, path }) => acme.delete(path)],
  ['by id with a JSON content type and an empty body', ({ acme, path }) => acme.delete(path, '', json)],
  ['by id, with another referenceId', ({ acme, path }) => acme.delete(path, { referenceId: 'R-2' })],
  ['by referenceId', ({ acme }) => acme.delete('/jobs', { referenceId: 'R-1' })],
  ['by referenceId with the whole GET result', ({ acme, job }) => acme.delete('/jobs', job)],
];

describe.each(ways)('a job that is deleted %s', (_, remove) => {
  test('204s without a body, leaves every list and total, 404s the second time, and frees its referenceId', async () => {
    const target = await employerWithJob();
    const { acme, job, path } = target;
    const { body: other } = await acme.post('/jobs', aJob({ referenceId: 'R-2' }));
    const { status, text, headers } = await remove(target);
    expect([status, text, headers.has('content-type')]).toEqual([204, '', false]);
    expect((await acme.get(path)).status).toBe(404);
    const { body } = await acme.get('/jobs');
    expect([body.paging.total, body.data.map(({ id }: { id: number }) => id)]).toEqual([1, [other.id]]);
    expect([await countJobs(acme, '?status=active'), await countJobs(acme, '?q=R-1')]).toEqual([0, 0]);
    const second = await remove(target);
    expect([second.status, second.body.code]).toEqual([404, 'job_not_found']);
    const successor = await acme.post('/jobs', aJob({ referenceId: 'R-1' }));
    expect(successor.status).toBe(201);
    expect(successor.body.id).not.toBe(job.id);
  });
});

describe('DELETE /jobs', () => {
  test('400s, names the referenceId and deletes no job when the body has none', async () => {
    const { acme } = await employerWithJob();
    const values = [null, '', 5, ['R-1']].map((referenceId) => ({ referenceId }));
    for (const body of [...values, {}, { referenceid: 'R-1' }, { id: 1 }]) {
      const reply = await acme.delete('/jobs', body);
      expect([body, reply.status, reply.body.errors[0].pointer]).toEqual([body, 400, '/referenceId']);
    }
    expect(await countJobs(acme)).toBe(1);
  });

  test('404s when no job has exactly this referenceId, also when the job had it before', async () => {
    const { acme, path } = await employerWithJob();
    await acme.put(path, { referenceId: 'R-2' });
    for (const referenceId of ['r-2', 'R', 'R-20', 'R-1']) {
      const { status, body } = await acme.delete('/jobs', { referenceId });
      expect([referenceId, status, body.code]).toEqual([referenceId, 404, 'job_not_found']);
    }
    expect((await acme.delete(path)).status).toBe(204);
    expect((await acme.post('/jobs', aJob({ referenceId: 'R-2' }))).status).toBe(201);
  });
});
