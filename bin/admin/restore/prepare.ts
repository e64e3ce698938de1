import type { Database } from '../../../functions/platform/dynamodb/database.ts';
import { continueNumbers, lastEventId } from '../../../functions/events/store/event-log.ts';
import { isPartner } from '../../../functions/accounts/domain/employer.ts';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import {
  releaseBlocks,
  continueShared,
  continueApplications,
  lastApplication,
  lastShared,
  sharedCounters,
  type SharedCounter,
} from './counters.ts';
import { restoreWebhooks } from '../../../functions/webhooks/store/webhooks.ts';
import type { Connection } from '../connection.ts';
import { Failure } from '../failures.ts';
import type { Progress } from '../progress.ts';
import { takeOverAccess, type Access } from './access.ts';
import { eachEmployer } from './each-employer.ts';

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
