import { afterEach, expect, test } from '@jest/globals';
import { loadEmployer } from '../bench/load-employer.ts';
import { aJob } from '../setup/a-job.ts';
import { apply } from '../setup/an-application.ts';
import { forEachConcurrently } from '../../functions/platform/concurrency.ts';
import { noApplicationCounts, verifiedTable } from '../setup/verified-table.ts';

const table = await verifiedTable();
const { client, employerWithJobs, service, tableName, verified } = table;

afterEach(table.empty);

test('admin verify has no finding in 1,000 intact jobs', async () => {
  const { employer } = await service.newEmployer();
  await loadEmployer({ client, tableName, employerId: employer.id, size: 1_000 });
  expect(await verified(false, employer.id)).toEqual({
    checked: { employers: 1, jobs: 1_000, references: 1_000, apiKeys: 1 },
    applications: noApplicationCounts,
    findings: [],
    repaired: [],
  });
});

/** Repairs the table of an employer until some work is done, and checks that there is nothing to repair. */
async function verifyDuring(employerId: number, work: Promise<unknown>): Promise<void> {
  const traffic = { isOver: false };
  const end = work.finally(() => (traffic.isOver = true));
  let rounds = 0;
  while (!traffic.isOver) {
    const { findings, repaired } = await verified(true, employerId);
    expect({ findings, repaired }).toEqual({ findings: [], repaired: [] });
    rounds += 1;
  }
  await end;
  expect(rounds).toBeGreaterThan(0);
}

test('admin verify reports and repairs nothing during 200 simultaneous writes to an intact table', async () => {
  const acme = await employerWithJobs();
  const ids = acme.jobs.map(({ id }) => id);
  const statuses = ['active', 'draft', 'archived'];
  const writes = Promise.all(
    Array.from({ length: 200 }, (_, number) => {
      const status = statuses[number % 3];
      if (number % 4 === 0) return acme.post('/jobs', aJob({ referenceId: `N-${number}`, status }));
      if (number % 4 === 1) return acme.delete('/jobs', { referenceId: `N-${number - 1}` });
      return acme.put(`/jobs/${ids[number % ids.length]}`, { status, referenceId: `M-${number}` });
    }),
  );
  await verifyDuring(acme.id, writes);
  // On a slow machine, some writes time out with a 503.
  for (const { status } of await writes) expect([200, 201, 204, 404, 503]).toContain(status);
  expect((await verified(true, acme.id)).repaired).toEqual([]);
});

test('admin verify reports and repairs nothing while 40 applications arrive, are mailed and are erased', async () => {
  const { acme, job } = await service.employerWithJob({ status: 'active' });
  const send = async (number: number) => {
    const { status, body } = await apply(service.anyone, job.id, { email: `c${number}@example.com` });
    expect(status).toBe(201);
    if (number % 3 === 0) expect((await acme.delete(`/applications/${body.id}`)).status).toBe(204);
    if (number % 10 === 0) await service.runMail();
  };
  await verifyDuring(acme.employer.id, forEachConcurrently(Array(40).keys(), 4, send));
  const { applications } = await verified(true, acme.employer.id);
  expect(Object.values(applications).reduce((sum, count) => sum + count)).toBe(26);
});
