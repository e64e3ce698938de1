import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import { logBuilder } from '../../functions/events/store/log-builder.ts';
import { eventLog } from '../../functions/events/store/event-log.ts';
import { changesOf, type Change } from '../../functions/events/store/stream-record.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { database, type Database } from '../../functions/platform/dynamodb/database.ts';
import { subjectOf, type LoggedEvent } from '../../functions/events/domain/logged-event.ts';
import { clientOf, crashAtEachCall } from '../model/crashing-client.ts';
import { tableStream } from '../setup/table-stream.ts';
import { forEachConcurrently } from '../../functions/platform/concurrency.ts';
import { jobsInTable } from '../setup/jobs-in-table.ts';
import { ownTable } from '../setup/own-table.ts';
import { randomChooser, seededRandom } from '../setup/random.ts';

const DAY = '2026-06-01';
const YEAR_SECONDS = 365 * 86_400;

const random = seededRandom(jest.getSeed());
const pick = randomChooser(random);

await ownTable();
const client = createDocumentClient();
const openTable = (by = client) =>
  database({ client: by, tableName: process.env['TABLE_NAME'] ?? '', remainingMillis: () => 60_000 });
let stream: Awaited<ReturnType<typeof tableStream>>;
beforeAll(async () => {
  stream = await tableStream();
  // Creates one employer for each test, because only existing employers have a log.
  for (const name of ['A', 'B', 'C', 'D']) {
    await employerStore(openTable()).create({ name, plan: 'standard' }, new Date());
  }
});
afterAll(async () => {
  client.destroy();
});

const range = (count: number) => Array.from({ length: count }, (_, n) => n);

const changesIn = (records: readonly DynamoDBRecord[]): Change[] =>
  records.flatMap((record) => changesOf(record, ({ number }) => `application ${number}`));

/** The changes since the last call that become events. */
const changes = async () => changesIn(await stream.records());

/** Splits changes into batches like a stream: in order, each of a random size up to a maximum. */
function* batchesOf(all: readonly Change[], most: number): Generator<Change[]> {
  for (let from = 0; from < all.length;) {
    const size = 1 + Math.floor(random() * most);
    yield all.slice(from, from + size);
    from += size;
  }
}

/** Returns all events of an employer, after checking that ids have no gaps and each job's versions are in order. */
async function checkedLog(employerId: number, expected: readonly Change[]): Promise<LoggedEvent[]> {
  const log = eventLog(openTable(), () => new Date());
  const events: LoggedEvent[] = [];
  for (let more = true, last = 0; more;) {
    const page = await log.after(employerId, { after: last, limit: 100 });
    events.push(...page.events);
    ({ last, more } = page);
  }
  expect(events.map(({ id }) => id)).toEqual(range(expected.length).map((n) => n + 1));
  const byJob = Map.groupBy(events, subjectOf);
  for (const [jobId, jobEvents] of byJob) {
    expect(jobEvents.map(({ data }) => data.version)).toEqual(jobEvents.map((_, index) => index + 1));
    const history: LoggedEvent[] = [];
    for (let before: number | null | undefined; before !== null;) {
      const page = await log.history(employerId, jobId, {
        limit: 40,
        ...(before !== undefined && { before }),
      });
      history.push(...page.events);
      ({ before } = page);
    }
    expect(history).toEqual(jobEvents.toReversed());
  }
  return events;
}

/** The most that an event may cost: write units, and bytes of storage. */
const logged = { writeUnits: 2.3, storedBytes: 350 } as const;

/** The write units that the builders have used for each event. */
const unitsOf = (builders: readonly Database[], events: readonly unknown[]) =>
  builders.reduce((sum, db) => sum + db.usage().writeUnits, 0) / events.length;

/** The overhead that DynamoDB bills for each item, in bytes. */
const ITEM_BYTES = 100;

/** The stored bytes for each event of an employer. */
async function storedBytes(employerId: number, events: readonly unknown[]): Promise<number> {
  const { Items = [] } = await client.send(
    new ScanCommand({
      TableName: process.env['TABLE_NAME'],
      FilterExpression: 'begins_with(PK, :log)',
      ExpressionAttributeValues: { ':log': `V#${employerId}` },
    }),
  );
  const bytes = Items.flatMap((item) => [
    ITEM_BYTES,
    ...Object.entries(item).map(
      ([name, value]) => name.length + (value instanceof Uint8Array ? value : JSON.stringify(value)).length,
    ),
  ]);
  return bytes.reduce((sum, one) => sum + one, 0) / events.length;
}

/** Creates jobs and changes each of them, at the same time. Returns their ids. */
async function writeJobs(employerId: number, count: number, changesOfEach: number): Promise<number[]> {
  const jobs = jobsInTable(openTable());
  return Promise.all(
    range(count).map(async (writer) => {
      const { id } = await jobs.create(employerId, DAY, { title: `Baker ${writer}` });
      for (const change of range(changesOfEach)) {
        await jobs.update(employerId, id, async (job) => ({ ...job, title: `Cook ${writer} ${change}` }));
      }
      return id;
    }),
  );
}

describe('the event log', () => {
  test('contains every change once and in order when 50 writers work and two builders get the same records', async () => {
    const employerId = 1;
    const ids = await writeJobs(employerId, 50, 5);
    await forEachConcurrently(ids.slice(0, 25), 25, (id) => jobsInTable(openTable()).delete(employerId, id));
    const all = await changes();
    const builders = [openTable(), openTable()];
    await Promise.all(
      builders.map(async (db) => {
        for (const batch of batchesOf(all, 20)) await logBuilder(db, YEAR_SECONDS).add(employerId, batch);
      }),
    );
    const events = await checkedLog(employerId, all);
    expect(events).toHaveLength(50 * 6 + 25);
    expect(unitsOf(builders, events)).toBeLessThanOrEqual(logged.writeUnits);
    expect(await storedBytes(employerId, events)).toBeLessThanOrEqual(logged.storedBytes);
  });

  test('contains every change once and in order when a builder crashes at each of its calls', async () => {
    const employerId = 2;
    const jobs = jobsInTable(openTable());
    const { id } = await jobs.create(employerId, DAY, { title: 'Baker' });
    await forEachConcurrently(range(10), 10, async (writer) => {
      for (const change of range(12)) {
        await jobs.update(employerId, id, async (job) => ({ ...job, title: `Cook ${writer} ${change}` }));
      }
    });
    const all = await changes();
    const batches = [...batchesOf(all, 12)];
    let crashes = 0;
    for (const batch of batches) {
      crashes += await crashAtEachCall(async (builder) => {
        const { add } = logBuilder(openTable(clientOf(builder, client)), YEAR_SECONDS);
        await add(employerId, batch).catch(() => undefined);
      });
    }
    expect(await checkedLog(employerId, all)).toHaveLength(121);
    // A builder reads the log and the employer, and writes the log.
    expect(crashes).toBeGreaterThanOrEqual(3 * batches.length);
  });

  test('contains every change once and in order when two shards are read in parallel and batches are delivered again', async () => {
    const employerId = 3;
    await writeJobs(employerId, 30, 6);
    const all = await changes();
    // Sequence numbers of two shards are not comparable; here, all numbers of one shard are higher.
    const shards = [0, 1].map((shard) =>
      all
        .filter(({ event }) => subjectOf(event) % 2 === shard)
        .map((change) => ({
          ...change,
          sequenceNumber: `${shard}${change.sequenceNumber.padStart(20, '0')}`,
        })),
    );
    const db = openTable();
    const { add } = logBuilder(db, YEAR_SECONDS);
    await Promise.all(
      shards.map(async (shard) => {
        const delivered: Change[][] = [];
        for (const batch of batchesOf(shard, 8)) {
          delivered.push(batch);
          await add(employerId, batch);
          if (random() < 0.3) await add(employerId, pick(delivered));
        }
      }),
    );
    const events = await checkedLog(employerId, all);
    expect(events).toHaveLength(30 * 7);
    expect(unitsOf([db], events)).toBeLessThanOrEqual(logged.writeUnits);
  });

  test('costs fewer than 2.2 write units per event when changes arrive one by one', async () => {
    const employerId = 4;
    const jobs = jobsInTable(openTable());
    const { id } = await jobs.create(employerId, DAY, { title: 'Baker' });
    for (const change of range(100)) {
      await jobs.update(employerId, id, async (job) => ({
        ...job,
        title: `Software developer ${change}`,
        status: change % 3 === 0 ? 'archived' : 'active',
      }));
    }
    const all = await changes();
    const db = openTable();
    for (const change of all) await logBuilder(db, YEAR_SECONDS).add(employerId, [change]);
    expect(unitsOf([db], await checkedLog(employerId, all))).toBeLessThan(2.2);
  });
});
