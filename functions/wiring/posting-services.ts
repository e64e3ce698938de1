import { noApiKeys } from '../http/authenticate.ts';
import { endOfDay, now } from './clock.ts';
import { setting } from './config.ts';
import { openPostings } from './open-postings.ts';
import { databaseFor, type RequestTime } from './table-access.ts';

const currency = setting('CURRENCY');

/** The services of everything that shows postings to candidates. */
export function postingServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  return {
    apiKeys: noApiKeys,
    usage: db.usage,
    now,
    openPosting: openPostings(db),
    currency,
    endOfDay,
  };
}
