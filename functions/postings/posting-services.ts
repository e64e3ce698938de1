import { endOfDay } from '../platform/clock.ts';
import { setting } from '../platform/config.ts';
import { openPostings } from './open-postings.ts';
import { publicAccess } from '../employers/services.ts';
import type { RequestTime } from '../platform/request-database.ts';

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
