import { employerPostings } from './store/employer-postings.ts';
import { hasPassed } from '../platform/clock.ts';
import { setting } from '../platform/config.ts';
import { publicAccess } from '../employers/services.ts';
import type { RequestTime } from '../platform/request-database.ts';

const currency = setting('CURRENCY');

/** The services for listing the postings of an employer. */
export function employerPostingServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  const { page } = employerPostings(db);
  return {
    ...access,
    /** A page of the open postings of an employer, as `employerPostings` gives it. */
    postingsOf: (employerId: number, after: string | undefined) => page(employerId, { after, hasPassed }),
    currency,
  };
}
