import type { Database } from '../../../functions/platform/dynamodb/database.ts';
import { continueNumbers, lastEventId } from '../../../functions/events/store/event-log.ts';
import { isPartner } from '../../../functions/accounts/domain/employer.ts';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import {
  giveUpBlocks,
  goOnShared,
  goOnWithApplications,
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

/** How many numbers could have been given since the restored state, where the table in use until now cannot tell. */
const MARGIN: Record<SharedCounter | 'applications' | 'events' | 'webhooks', number> = {
  JOB: 1_000_000,
  LOCATION: 1_000_000,
  applications: 1_000_000,
  // Also where the table in use can tell: changes of it that wait for their events still get numbers there.
  events: 1_000_000,
  webhooks: 1_000_000,
  // Each is looked up whenever all employers are listed.
  EMPLOYER: 1_000,
};

/** What was done to a restored table. */
export interface Prepared {
  /** The last number of each counter, before and now. */
  counters: Record<SharedCounter, { from: number; to: number }>;
  /** How many employers have numbers of their own that go on. */
  employers: number;
  /** What was taken over from the table in use until now; null without one. */
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

/** Throws Failure when the restored table has given more numbers than the one in use: then they are confused. */
function refuseConfusion(restored: Map<SharedCounter, number>, inUse: Map<SharedCounter, number>): void {
  const isAhead = sharedCounters.some((kind) => (restored.get(kind) ?? 0) > (inUse.get(kind) ?? 0));
  if (isAhead) {
    throw new Failure(
      'TABLE_NAME has given more numbers than --from: TABLE_NAME must be the restored table, --from the one in use until now.',
    );
  }
}

/**
 * Prepares a restored table: it assigns no number a second time, and takes keys, employers, webhooks and the secret
 * from the table in use, if there is one. The restored table must have no other writer. Throws Failure.
 */
export async function prepareRestored(
  connection: Connection,
  from: string | undefined,
  { now, progress }: { now: Date; progress: Progress },
): Promise<Prepared> {
  const inUse = from === undefined ? undefined : connection.elsewhere(from);
  const before = await lastNumbers(connection.open());
  const target = inUse && (await lastNumbers(inUse.open()).catch(noSuchTable(from)));
  if (target) refuseConfusion(before, target);
  const access = inUse ? await takeOverAccess(inUse, connection, { now, progress }) : null;

  const counters = {} as Prepared['counters'];
  for (const kind of sharedCounters) {
    const first = before.get(kind) ?? 0;
    await goOnShared(connection.open(), kind, target ? (target.get(kind) ?? 0) : first + MARGIN[kind]);
    counters[kind] = { from: first, to: await lastShared(connection.open(), kind) };
  }
  /** Lets the numbers go on that an employer alone has, and no partner. */
  async function goOnWithNumbers(db: Database, id: number): Promise<void> {
    await giveUpBlocks(db, id);
    const last = inUse
      ? await lastApplication(inUse.open(), id)
      : (await lastApplication(db, id)) + MARGIN.applications;
    await goOnWithApplications(db, id, last);
  }

  const accounts = await employerStore(connection.open()).accounts();
  const employers = new Set(accounts.filter((account) => !isPartner(account)));
  await eachEmployer(accounts, { what: 'Numbers and webhooks', progress }, async (account) => {
    const { id } = account;
    const db = connection.open();
    if (employers.has(account)) await goOnWithNumbers(db, id);
    const lastEvents = await Promise.all(
      [db, ...(inUse ? [inUse.open()] : [])].map((one) => lastEventId(one, id)),
    );
    const lastOfAll = Math.max(...lastEvents) + MARGIN.events;
    await continueNumbers(db, id, lastOfAll);
    await restoreWebhooks(db, inUse?.open(), { employerId: id, last: lastOfAll, margin: MARGIN.webhooks });
  });
  return { counters, employers: employers.size, access };
}
