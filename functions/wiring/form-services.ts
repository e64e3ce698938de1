import { noApiKeys } from '../http/authenticate.ts';
import { signingKey } from '../store/signing-key.ts';
import { now } from './clock.ts';
import { setting } from './config.ts';
import { openPostings } from './open-postings.ts';
import { databaseFor, type RequestTime } from './table-access.ts';

const retentionDays = setting('APPLICATION_RETENTION_DAYS');

/** The services of the empty form, which neither stores nor reads files. */
export function formServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  return {
    apiKeys: noApiKeys,
    usage: db.usage,
    now,
    openPosting: openPostings(db),
    signingKey: () => signingKey(db),
    retentionDays,
  };
}
