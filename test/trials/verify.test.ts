import { afterAll, afterEach, expect, jest, test } from '@jest/globals';
import { kinds } from '../../bin/admin/verify/findings.ts';
import { loadEmployer } from '../bench/load-employer.ts';
import { shapes } from '../bench/shapes.ts';
import { aJob } from '../setup/a-job.ts';
import { damages, expectRepair } from '../setup/damages.ts';
import { noApplications, verifiedTable } from '../setup/verified-table.ts';

jest.setTimeout(90_000);

const table = await verifiedTable();
const { client, employerWithJobs, service, tableName, verified } = table;

afterEach(table.empty);
afterAll(table.close);

test.each(damages)('admin verify finds and fixes $kind: $what', (damage) => expectRepair(table, damage));

test('every kind of finding that has a repair is among the damages', () => {
  // What is wrong with a log of events is tried with a log of its own (test/bin/verify-events.test.ts).
  const without = Object.entries(kinds).filter(
    ([kind, { repair }]) => repair.startsWith('None: ') || kind.startsWith('event-'),
  );
  expect(new Set([...damages.map(({ kind }) => kind), ...without.map(([kind]) => kind)])).toEqual(
    new Set(Object.keys(kinds)),
  );
});

test('admin verify finds nothing in 1,000 intact jobs', async () => {
  const { employer } = await service.newEmployer();
  const [shape] = Object.values(shapes);
  if (!shape) throw new Error('The bench has no shape.');
  await loadEmployer({ client, tableName, employerId: employer.id, shape, size: 1_000 });
  expect(await verified(false, employer.id)).toEqual({
    checked: { employers: 1, jobs: 1_000, references: 1_000, apiKeys: 1, indexRows: 4_000 },
    applications: noApplications,
    findings: [],
    repaired: [],
  });
});

test('admin verify reports and repairs nothing during 200 simultaneous writes to an intact table', async () => {
  const acme = await employerWithJobs();
  const ids = acme.jobs.map(({ id }) => id);
  const statuses = ['active', 'draft', 'archived'];
  const traffic = { isOver: false };
  const writes = Promise.all(
    Array.from({ length: 200 }, (_, number) => {
      const status = statuses[number % 3];
      if (number % 4 === 0) return acme.post('/jobs', aJob({ referenceId: `N-${number}`, status }));
      if (number % 4 === 1) return acme.delete('/jobs', { referenceId: `N-${number - 1}` });
      return acme.put(`/jobs/${ids[number % ids.length]}`, { status, referenceId: `M-${number}` });
    }),
  ).finally(() => (traffic.isOver = true));
  let rounds = 0;
  while (!traffic.isOver) {
    const { findings, repaired } = await verified(true, acme.id);
    expect({ findings, repaired }).toEqual({ findings: [], repaired: [] });
    rounds += 1;
  }
  expect(rounds).toBeGreaterThan(0);
  // A slow machine does not get all of them done in time.
  for (const { status } of await writes) expect([200, 201, 204, 404, 503]).toContain(status);
  expect((await verified(true, acme.id)).repaired).toEqual([]);
});
