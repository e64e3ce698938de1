import { afterAll, describe, expect, test } from '@jest/globals';
import { apply } from '../setup/an-application.ts';
import { startService } from '../setup/service.ts';

const service = await startService();
afterAll(service.close);

const AT_ONCE = 50;

const atOnce = <Value>(work: (n: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, n) => work(n)));

describe(`${AT_ONCE} applications at once`, () => {
  test('to one employer are all stored', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const replies = await atOnce((n) => apply(service.anyone, job.id, { email: `c${n}@example.com` }));
    expect(replies.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(201));
    const { data } = (await acme.get('/applications')).body;
    const ids = data.map(({ id }: { id: string }) => id);
    expect(new Set(ids)).toEqual(new Set(replies.map(({ body }) => body.id)));
  }, 60_000);

  test('that are equal are one', async () => {
    const { acme, job } = await service.employerWithJob({ status: 'active' });
    const replies = await atOnce(() => apply(service.anyone, job.id));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect((await acme.get('/applications')).body.data).toHaveLength(1);
  }, 60_000);
});
