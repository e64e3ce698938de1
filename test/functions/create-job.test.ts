import { afterAll, describe, expect, test } from '@jest/globals';
import { aJob } from '../setup/a-job.ts';
import { startService } from '../setup/service.ts';

const service = await startService();
afterAll(service.close);

describe('POST /jobs', () => {
  test('201s with the job, and GET answers the same at its Location', async () => {
    const acme = await service.newEmployer();
    const created = await acme.post('/jobs', aJob());
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`${service.origin}/api/v1.1/jobs/${created.body.id}`);
    const read = await acme.get(created.headers.get('location') ?? '');
    expect(read.status).toBe(200);
    expect(read.text).toBe(created.text);
  });

  test('gives 60 parallel creates of one employer 60 ids and an exact total', async () => {
    const acme = await service.newEmployer();
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, index) => acme.post('/jobs', aJob({ title: `Job ${index}` }))),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(60);
    const { body } = await acme.get('/jobs?pageSize=100');
    expect(body.paging.total).toBe(60);
    expect(body.data.map(({ id }: { id: number }) => id).toSorted()).toEqual(
      replies.map((reply) => reply.body.id).toSorted(),
    );
  });
});
