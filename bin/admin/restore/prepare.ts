import type { Database, Key } from '../../../functions/platform/dynamodb/database.ts';
import { continueNumbers, lastEventId } from '../../../functions/events/store/event-log.ts';
import { isPartner } from '../../../functions/accounts/domain/employer.ts';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { restoreWebhooks } from '../../../functions/webhooks/store/webhooks.ts';
import type { Connection } from '../connection.ts';
import { Failure } from '../failures.ts';
import type { Progress } from '../progress.ts';
import { takeOverAccess, type Access } from './access.ts';
import { eachEmployer } from './each-employer.ts';
import { blockName, leasedBlocks } from '../../../functions/jobs/write/id-allocator.ts';
import { endOfIdBlock, ID_BLOCK, jobKeys } from '../../../functions/jobs/keys.ts';
import { tableKeys } from '../../../functions/platform/dynamodb/table.ts';
import { applicationKeys } from '../../../functions/applications/keys.ts';

const sharedCounters = ['JOB', 'EMPLOYER', 'LOCATION'] as const;

type SharedCounter = (typeof sharedCounters)[number];

/** The last allocated number in an item's attribute, or 0. */
const lastNumber = async (db: Database, Key: Key, name: string): Promise<number> =>
  (await db.get({ Key, ConsistentRead: true }))?.[name] ?? 0;

const lastShared = (db: Database, kind: SharedCounter): Promise<number> =>
  lastNumber(db, tableKeys.counter(kind), 'n');

const lastApplication = (db: Database, employerId: number): Promise<number> =>
  lastNumber(db, applicationKeys.applicationNumbers(employerId), 'number');

async function continueCounter(db: Database, Key: Key, name: string, last: number): Promise<void> {
  await db.update({
    Key,
    UpdateExpression: 'SET #last = :last',
    ConditionExpression: 'attribute_not_exists(#last) OR #last <= :last',
    ExpressionAttributeNames: { '#last': name },
    ExpressionAttributeValues: { ':last': last },
  });
}

/**
 * Makes a shared counter continue after `last`. Job ids are allocated in blocks, so their counter continues after the
 * end of a block.
 */
const continueShared = (db: Database, kind: SharedCounter, last: number): Promise<void> =>
  continueCounter(db, tableKeys.counter(kind), 'n', kind === 'JOB' ? endOfIdBlock(last) : last);

/** Makes the numbers of an employer's applications continue after `last`. */
const continueApplications = (db: Database, employerId: number, last: number): Promise<void> =>
  continueCounter(db, applicationKeys.applicationNumbers(employerId), 'number', last);

/** Releases the blocks of job ids that an employer has leased, so that its next job gets an id of a new block. */
async function releaseBlocks(db: Database, employerId: number): Promise<void> {
  const numbers = await db.get({ Key: jobKeys.numbers(employerId), ConsistentRead: true });
  const blocks = numbers ? leasedBlocks(numbers) : [];
  if (blocks.length === 0) return;
  await db.update({
    Key: jobKeys.numbers(employerId),
    UpdateExpression: `SET #draws = :draws REMOVE ${blocks.map((block) => `#${blockName(block)}`).join(', ')}`,
    ExpressionAttributeNames: {
      '#draws': 'idsDrawn',
      ...Object.fromEntries(blocks.map((block) => [`#${blockName(block)}`, blockName(block)])),
    },
    ExpressionAttributeValues: { ':draws': (Math.max(...blocks) + 1) * ID_BLOCK },
  });
}

/**
 * The numbers that each counter skips if the table in use is unavailable: an upper limit for those allocated since the
 * restored state.
 */
const MARGIN: Record<SharedCounter | 'applications' | 'events' | 'webhooks', number> = {
  JOB: 1_000_000,
  LOCATION: 1_000_000,
  applications: 1_000_000,
  // The gap is also needed if the table in use is available, because its unlogged changes still get event ids there.
  events: 1_000_000,
  webhooks: 1_000_000,
  // The gap of employer ids is small, because listing employers reads every id.
  EMPLOYER: 1_000,
};

/** The result of preparing a restored table. */
export interface Prepared {
  /** The last number of each counter, before and after. */
  counters: Record<SharedCounter, { from: number; to: number }>;
  /** The number of employers whose own numbers were moved forward. */
  employers: number;
  /** The access copied from the table in use; null without one. */
  access: Access | null;
}

const lastNumbers = async (db: Database) =>
  new Map(await Promise.all(sharedCounters.map(async (kind) => [kind, await lastShared(db, kind)] as const)));

const noSuchTable =
  (name: string | undefined) =>
  (error: Error): never => {
    throw error.name === 'ResourceNotFoundException'
      ? new Failure(`There is no table ${name}: check --from.`)
      : error;
  };

/**
 * Throws Failure when the restored table has allocated more numbers than the table in use: the two names are swapped.
 */
function refuseSwappedTables(restored: Map<SharedCounter, number>, inUse: Map<SharedCounter, number>): void {
  const hasMoreNumbers = sharedCounters.some((kind) => (restored.get(kind) ?? 0) > (inUse.get(kind) ?? 0));
  if (hasMoreNumbers) {
    throw new Failure(
      'TABLE_NAME has given more numbers than --from: TABLE_NAME must be the restored table, --from the one in use until now.',
    );
  }
}

/**
 * Makes a restored table safe to use: no number allocated since its state is allocated again, and with the table in
 * use, the keys, employers, webhooks and secret are copied from there. No other process may write to the restored table
 * at the same time. Throws Failure.
 */
export async function prepareRestored(
  connection: Connection,
  from: string | undefined,
  { now, progress }: { now: Date; progress: Progress },
): Promise<Prepared> {
  const inUse = from === undefined ? undefined : connection.forTable(from);
  const before = await lastNumbers(connection.open());
  const lastInUse = inUse && (await lastNumbers(inUse.open()).catch(noSuchTable(from)));
  if (lastInUse) refuseSwappedTables(before, lastInUse);
  const access = inUse ? await takeOverAccess(inUse, connection, { now, progress }) : null;

  const counters = {} as Prepared['counters'];
  for (const kind of sharedCounters) {
    const first = before.get(kind) ?? 0;
    await continueShared(
      connection.open(),
      kind,
      lastInUse ? (lastInUse.get(kind) ?? 0) : first + MARGIN[kind],
    );
    counters[kind] = { from: first, to: await lastShared(connection.open(), kind) };
  }
  /** Moves the numbers forward that only employers have, not partners. */
  async function continueEmployerNumbers(db: Database, id: number): Promise<void> {
    await releaseBlocks(db, id);
    const last = inUse
      ? await lastApplication(inUse.open(), id)
      : (await lastApplication(db, id)) + MARGIN.applications;
    await continueApplications(db, id, last);
  }

  const accounts = await employerStore(connection.open()).accounts();
  const employers = new Set(accounts.filter((account) => !isPartner(account)));
  await eachEmployer(accounts, { what: 'Numbers and webhooks', progress }, async (account) => {
    const { id } = account;
    const db = connection.open();
    if (employers.has(account)) await continueEmployerNumbers(db, id);
    const lastEvents = await Promise.all(
      [db, ...(inUse ? [inUse.open()] : [])].map((one) => lastEventId(one, id)),
    );
    const lastOfAll = Math.max(...lastEvents) + MARGIN.events;
    await continueNumbers(db, id, lastOfAll);
    await restoreWebhooks(db, inUse?.open(), { employerId: id, last: lastOfAll, margin: MARGIN.webhooks });
  });
  return { counters, employers: employers.size, access };
}
