import type { Context } from 'aws-lambda';
import { setting } from './config.ts';
import { dateOf, hasPassed, type CalendarDate } from '../domain/calendar.ts';
import { noApiKeys } from '../http/authenticate.ts';
import { apiKeyAccess } from '../store/api-keys.ts';
import { createClient } from '../store/client.ts';
import { database, type Usage } from '../store/database.ts';
import { jobLists } from '../store/job-lists.ts';
import { jobReader } from '../store/job-reader.ts';
import { jobStore } from '../store/jobs.ts';
import { placeStore } from '../store/places.ts';
import { rateLimitStore } from '../store/rate-limits.ts';
import { refreshDueJobs } from '../store/refresh-run.ts';

const client = createClient();
const tableName = setting('TABLE_NAME');
const now = () => new Date();

// On first use: a time zone costs more to load than anything else here, and few operations ask for the date.
let timeZone: string | undefined;
const zone = () => (timeZone ??= setting('TIME_ZONE'));

/** The date in the service's time zone (interface 2.7). */
const today = (): CalendarDate => dateOf(now(), zone());

type RefreshSettings = Omit<Parameters<typeof refreshDueJobs>[1], 'today' | 'now' | 'remainingMillis'>;

type RequestTime = Pick<Context, 'getRemainingTimeInMillis'>;

const databaseFor = ({ getRemainingTimeInMillis }: RequestTime) =>
  database({ client, tableName, remainingMillis: getRemainingTimeInMillis });

/** The store keeps 1.5 s of the time it is given for the answer: of no more than that, one attempt of 1 s is left. */
const ASIDE_MILLIS = 1_500;

/** What is written down about keys has little time of its own, and never makes the outcome of a request uncertain. */
const asideFor = ({ getRemainingTimeInMillis }: RequestTime) =>
  database({ client, tableName, remainingMillis: () => Math.min(ASIDE_MILLIS, getRemainingTimeInMillis()) });

const sumOf = (one: Usage, other: Usage): Usage => ({
  calls: one.calls + other.calls,
  readUnits: one.readUnits + other.readUnits,
  writeUnits: one.writeUnits + other.writeUnits,
});

/** What the chain needs for the operations of employers, and the table for the rest of the request. */
function employerAccess(context: RequestTime) {
  const db = databaseFor(context);
  const aside = asideFor(context);
  return {
    db,
    access: {
      apiKeys: {
        get: apiKeyAccess(db).get,
        markUsed: apiKeyAccess(aside).markUsed,
        lease: rateLimitStore(aside).lease,
      },
      usage: () => sumOf(db.usage(), aside.usage()),
      now,
    },
  };
}

/** What the operations that write jobs work with, for the time of one request. */
export function writeServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return {
    ...access,
    jobs: jobStore(db, now),
    places: placeStore(db, now),
    today,
    hasPassed: (date: CalendarDate) => hasPassed(date, now(), today),
  };
}

/** What the read of one job works with: what writes jobs is not in its bundle. */
export function readServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, jobs: jobReader(db) };
}

/** What the list of jobs works with: what writes jobs is not in its bundle. */
export function listServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, lists: jobLists(db) };
}

/** What the public operations on places work with. */
export function placeServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  return { apiKeys: noApiKeys, places: placeStore(db, now), usage: db.usage, now };
}

/** What the runs of auto-refresh work with. */
export function refreshServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  return {
    refresh: (settings: RefreshSettings) =>
      refreshDueJobs(db, {
        ...settings,
        today: today(),
        now,
        remainingMillis: context.getRemainingTimeInMillis,
      }),
    usage: db.usage,
    now,
  };
}
