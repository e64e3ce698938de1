import { afterAll, expect, jest, test } from '@jest/globals';
import { createClient } from '../../functions/platform/dynamodb/client.ts';
import { lagsByChance } from '../model/fault-mix.ts';
import { simulateYear } from '../model/refresh-year.ts';
import { startFaultyStore } from '../setup/faulty-store.ts';
import { ownTable } from '../setup/own-table.ts';
import { seeded } from '../setup/seeded.ts';

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

test('No job is refreshed early, twice or never in a year of edits, plan changes, crashes, double runs and lag', async () => {
  const seed = jest.getSeed();
  await store.lagIndexes(lagsByChance(seeded(seed)));
  const tableName = process.env['TABLE_NAME'] ?? '';
  const { settled } = store;
  const happened = await simulateYear({ client, tableName, random: seeded(seed), settled });
  for (const times of Object.values(happened)) expect(times).toBeGreaterThan(0);
  expect(happened.refreshed).toBeGreaterThan(100);
});
