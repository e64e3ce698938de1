import { noApiKeys } from '../http/authenticate.ts';
import { applicationReader } from '../store/applications/application-reader.ts';
import { signingKey } from '../store/signing-key.ts';
import { now } from './clock.ts';
import { setting } from './config.ts';
import { databaseFor, type RequestTime } from './table-access.ts';

/** The services of the candidate's own page. */
export function candidateServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  return {
    apiKeys: noApiKeys,
    usage: db.usage,
    now,
    applications: applicationReader(db, now),
    signingKey: () => signingKey(db),
    timeZone: setting('TIME_ZONE'),
  };
}
