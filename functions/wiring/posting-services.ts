import { endOfDay } from './clock.ts';
import { setting } from './config.ts';
import { openPostings } from './open-postings.ts';
import { publicAccess } from './public-access.ts';
import type { RequestTime } from './table-access.ts';

const currency = setting('CURRENCY');

/** The services of everything that shows postings to candidates. */
export function postingServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return {
    ...access,
    openPosting: openPostings(db),
    currency,
    endOfDay,
  };
}
