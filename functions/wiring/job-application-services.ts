import { applicationLists } from '../store/applications/application-lists.ts';
import { clickCounter } from '../store/clicks.ts';
import { jobReader } from '../store/job-reader.ts';
import { signingKey } from '../store/signing-key.ts';
import { now } from './clock.ts';
import { employerAccess, type RequestTime } from './table-access.ts';

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
