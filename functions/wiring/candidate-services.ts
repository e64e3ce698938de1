import { applicationReader } from '../store/applications/application-reader.ts';
import { signingKey } from '../store/signing-key.ts';
import { now } from './clock.ts';
import { setting } from './config.ts';
import { publicAccess } from './public-access.ts';
import type { RequestTime } from './table-access.ts';

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
