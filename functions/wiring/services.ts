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

// Read on first use: a time zone costs more to load than anything else here, and few operations need the date.
let timeZone: string | undefined;
const zone = () => (timeZone ??= setting('TIME_ZONE'));

/** The date in the service's time zone (interface 2.7). */
const today = (): CalendarDate => dateOf(now(), zone());

type RefreshSettings = Omit<Parameters<typeof refreshDueJobs>[1], 'today' | 'now' | 'remainingMillis'>;

type RequestTime = Pick<Context, 'getRemainingTimeInMillis'>;

const databaseFor = ({ getRemainingTimeInMillis }: RequestTime) =>
  database({ client, tableName, remainingMillis: getRemainingTimeInMillis });

/** Enough for one call of 1 s and no retry: see the limits in `database.ts` and `attempts.ts`. */
const ASIDE_MILLIS = 1_500;

/** Writes about keys get a short time of their own, and never make the outcome of a request uncertain. */
const asideFor = ({ getRemainingTimeInMillis }: RequestTime) =>
  database({ client, tableName, remainingMillis: () => Math.min(ASIDE_MILLIS, getRemainingTimeInMillis()) });

const sumOf = (one: Usage, other: Usage): Usage => ({
  calls: one.calls + other.calls,
  readUnits: one.readUnits + other.readUnits,
  writeUnits: one.writeUnits + other.writeUnits,
});

/** What authentication needs in employers' operations, and the table for the rest of the request. */
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

/** The services of operations that write jobs, for one request. */
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

/** The services for reading one job; separate, so that the bundle has no code that writes jobs. */
export function readServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, jobs: jobReader(db) };
}

/** The services for listing jobs; separate, so that the bundle has no code that writes jobs. */
export function listServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, lists: jobLists(db) };
}

/** The services of the public operations on locations. */
export function placeServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  return { apiKeys: noApiKeys, places: placeStore(db, now), usage: db.usage, now };
}

/** The services of auto-refresh runs. */
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
