import { afterAll, expect, jest, test } from '@jest/globals';
import { createClient } from '../../functions/store/client.ts';
import { ownTable } from '../setup/own-table.ts';
import { simulateYear } from '../simulation/year.ts';

jest.setTimeout(300_000);

// Runs of auto-refresh work on the jobs of all employers.
const table = await ownTable();
const client = createClient();

afterAll(async () => {
  client.destroy();
  await table.drop();
});

/** `npm run simulate -- --seed SEED` is the same year with 2,000 jobs; a difference names its seed. */
test('No job is refreshed early, twice or never in a year of edits, plan changes, crashes and double runs', async () => {
  const happened = await simulateYear({
    client,
    tableName: process.env['TABLE_NAME'] ?? '',
    employers: 4,
    jobs: 60,
    seed: Math.floor(Math.random() * 1_000_000),
  });
  for (const times of Object.values(happened)) expect(times).toBeGreaterThan(0);
  expect(happened.refreshed).toBeGreaterThan(100);
});
