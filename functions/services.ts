import type { Context } from 'aws-lambda';
import { setting } from './config.ts';
import { dateOf, type CalendarDate } from './domain/calendar.ts';
import { apiKeyStore } from './store/api-keys.ts';
import { createClient } from './store/client.ts';
import { database } from './store/database.ts';
import { jobLists } from './store/job-lists.ts';
import { jobStore } from './store/jobs.ts';
import { placeStore } from './store/places.ts';

const client = createClient();
const tableName = setting('TABLE_NAME');
const now = () => new Date();

// On first use: a time zone costs more to load than anything else here, and few operations ask for the date.
let timeZone: string | undefined;
const zone = () => (timeZone ??= setting('TIME_ZONE'));

/** What the operations work with, for the time of one request. */
export function servicesFor({ getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>) {
  const db = database({ client, tableName, remainingMillis: getRemainingTimeInMillis });
  return {
    apiKeys: apiKeyStore(db),
    jobs: jobStore(db),
    lists: jobLists(db),
    places: placeStore(db),
    usage: db.usage,
    now,
    /** The date in the service's time zone (notes, "today"). */
    today: (): CalendarDate => dateOf(now(), zone()),
  };
}

export type Services = ReturnType<typeof servicesFor>;
