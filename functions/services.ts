import type { Context } from 'aws-lambda';
import { setting } from './config.ts';
import { dateOf, type CalendarDate } from './domain/calendar.ts';
import { noApiKeys } from './http/authenticate.ts';
import { apiKeyStore } from './store/api-keys.ts';
import { createClient } from './store/client.ts';
import { database } from './store/database.ts';
import { jobLists } from './store/job-lists.ts';
import { jobReader } from './store/job-reader.ts';
import { jobStore } from './store/jobs.ts';
import { placeStore } from './store/places.ts';

const client = createClient();
const tableName = setting('TABLE_NAME');
const now = () => new Date();

// On first use: a time zone costs more to load than anything else here, and few operations ask for the date.
let timeZone: string | undefined;
const zone = () => (timeZone ??= setting('TIME_ZONE'));

type RequestTime = Pick<Context, 'getRemainingTimeInMillis'>;

const databaseFor = ({ getRemainingTimeInMillis }: RequestTime) =>
  database({ client, tableName, remainingMillis: getRemainingTimeInMillis });

/** What the operations that write jobs work with, for the time of one request. */
export function servicesFor(context: RequestTime) {
  const db = databaseFor(context);
  return {
    apiKeys: apiKeyStore(db),
    jobs: jobStore(db, now),
    places: placeStore(db),
    usage: db.usage,
    now,
    /** The date in the service's time zone (notes, "today"). */
    today: (): CalendarDate => dateOf(now(), zone()),
  };
}

/** What the read of one job works with: what writes jobs is not in its bundle. */
export function readServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  return { apiKeys: apiKeyStore(db), jobs: jobReader(db), usage: db.usage, now };
}

/** What the list of jobs works with: what writes jobs is not in its bundle. */
export function listServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  return { apiKeys: apiKeyStore(db), lists: jobLists(db), usage: db.usage, now };
}

/** What the public operations on places work with. */
export function placeServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  return { apiKeys: noApiKeys, places: placeStore(db), usage: db.usage, now };
}
