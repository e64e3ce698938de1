import { expect, test } from '@jest/globals';
import { aJob } from '../setup/a-job.ts';
import { type Reply, countJobs } from '../setup/http-client.ts';
import { startService } from '../setup/service.ts';

const service = await startService({ mayFail: true });

const etagOf = ({ headers }: Reply) => headers.get('etag') ?? 'no ETag';

test('Ten simultaneous updates with If-Match and the same version get one 200 and nine 412s, 25 times', async () => {
  const acme = await service.newEmployer();
  const created = await acme.post('/jobs', aJob({ title: 'Baker' }));
  const path = `/jobs/${created.body.id}`;
  const ten = Array.from({ length: 10 }, (_, number) => number);
  let current = etagOf(created);
  for (let trial = 0; trial < 25; trial += 1) {
    const replies = await Promise.all(
      ten.map((number) => acme.put(path, { title: `Cook ${trial}, ${number}` }, { 'if-match': current })),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(9).fill(412),
    ]);
    const winner = replies.find(({ status }) => status === 200) as Reply;
    const reading = await acme.get(path);
    expect(reading.text).toBe(winner.text);
    current = etagOf(reading);
    expect(new Set(replies.map(etagOf))).toEqual(new Set([current]));
  }
});

test('50 simultaneous POSTs with one Idempotency-Key create one job, and all get the first response', async () => {
  const acme = await service.newEmployer();
  const replies = await Promise.all(
    Array.from({ length: 50 }, () =>
      acme.post('/jobs', aJob({ referenceId: 'R-1' }), { 'idempotency-key': 'sync-1' }),
    ),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(replies.filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(49);
  expect(await countJobs(acme)).toBe(1);
});
