import { afterAll, expect, jest, test } from '@jest/globals';
import { createClient } from '../../functions/platform/dynamodb/client.ts';
import { lagsByChance } from '../model/fault-mix.ts';
import { startFaultyStore } from '../setup/faulty-store.ts';
import { ownTable } from '../setup/own-table.ts';
import { seeded } from '../setup/seeded.ts';
import { simulateYear } from '../simulation/year.ts';

jest.setTimeout(300_000);

// Runs of auto-refresh work on the jobs of all employers.
const table = await ownTable();
const store = await startFaultyStore();
const client = createClient();

afterAll(async () => {
  client.destroy();
  await store.goDown();
  await table.drop();
});

/** `npm run simulate -- --seed SEED` is such a year of 2,000 jobs on indexes that do not lag; a difference names its seed. */
test('No job is refreshed early, twice or never in a year of edits, plan changes, crashes, double runs and lag', async () => {
  const seed = Math.floor(Math.random() * 1_000_000);
  await store.lagIndexes(lagsByChance(seeded(seed)));
  const happened = await simulateYear({
    client,
    tableName: process.env['TABLE_NAME'] ?? '',
    employers: 4,
    jobs: 60,
    seed,
    settled: store.settled,
  });
  for (const times of Object.values(happened)) expect(times).toBeGreaterThan(0);
  expect(happened.refreshed).toBeGreaterThan(100);
});
