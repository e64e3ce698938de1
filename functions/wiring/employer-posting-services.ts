import { noApiKeys } from '../http/authenticate.ts';
import { employerPostings } from '../store/employer-postings.ts';
import { hasPassed, now } from './clock.ts';
import { setting } from './config.ts';
import { databaseFor, type RequestTime } from './table-access.ts';

const currency = setting('CURRENCY');

/** The services for listing the postings of an employer. */
export function employerPostingServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  const { page } = employerPostings(db);
  return {
    apiKeys: noApiKeys,
    usage: db.usage,
    now,
    /** A page of the open postings of an employer, as `employerPostings` gives it. */
    postingsOf: (employerId: number, after: string | undefined) => page(employerId, { after, hasPassed }),
    currency,
  };
}
