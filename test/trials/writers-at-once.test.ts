import { afterAll, describe, expect, test } from '@jest/globals';
import { aJob } from '../setup/a-job.ts';
import { startService, type Reply } from '../setup/service.ts';

const service = await startService();
afterAll(service.close);

const etagOf = ({ headers }: Reply) => headers.get('etag') ?? 'no ETag';

describe('ten writers at once', () => {
  test('of one version are one 200 and nine 412, 100 times', async () => {
    const acme = await service.newEmployer();
    const created = await acme.post('/jobs', aJob({ title: 'Baker' }));
    const path = `/jobs/${created.body.id}`;
    const ten = Array.from({ length: 10 }, (_, number) => number);
    let current = etagOf(created);
    for (let trial = 0; trial < 100; trial += 1) {
      const replies = await Promise.all(
        ten.map((number) => acme.put(path, { title: `Cook ${trial}, ${number}` }, { 'if-match': current })),
      );
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200,
        ...Array<number>(9).fill(412),
      ]);
      const winner = replies.find(({ status }) => status === 200) as Reply;
      const read = await acme.get(path);
      expect(read.text).toBe(winner.text);
      current = etagOf(read);
      expect(new Set(replies.map(etagOf))).toEqual(new Set([current]));
    }
  }, 300_000);
});
