import { applicationLists } from './store/application-lists.ts';
import { clickCounter } from '../postings/store/clicks.ts';
import { jobReader } from '../jobs/store/job-reader.ts';
import { signingKey } from '../platform/dynamodb/signing-key.ts';
import { now } from '../platform/clock.ts';
import { employerAccess } from '../employers/services.ts';
import type { RequestTime } from '../platform/request-database.ts';

/** The services for listing the applications for one job. */
export function jobApplicationServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return {
    ...access,
    lists: applicationLists(db, now),
    jobs: jobReader(db),
    clicks: clickCounter(db, now),
    signingKey: () => signingKey(db),
  };
}
