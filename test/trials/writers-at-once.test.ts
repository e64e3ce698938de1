import { expect, test } from '@jest/globals';
import { aJob } from '../setup/a-job.ts';
import { countJobs } from '../setup/http-client.ts';
import { sharedService } from '../setup/shared-service.ts';

const service = sharedService();

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
