import { applicationReader } from './store/application-reader.ts';
import { signingKey } from '../platform/dynamodb/signing-key.ts';
import { now } from '../platform/clock.ts';
import { setting } from '../platform/config.ts';
import { publicAccess } from '../employers/services.ts';
import type { RequestTime } from '../platform/request-database.ts';

/** The services of the candidate's own page. */
export function candidateServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return {
    ...access,
    applications: applicationReader(db, now),
    signingKey: () => signingKey(db),
    timeZone: setting('TIME_ZONE'),
  };
}
