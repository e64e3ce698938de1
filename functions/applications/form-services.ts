import { signingKey } from '../platform/dynamodb/signing-key.ts';
import { setting } from '../platform/config.ts';
import { openPostings } from '../postings/open-postings.ts';
import { publicAccess } from '../employers/services.ts';
import type { RequestTime } from '../platform/request-database.ts';

const retentionDays = setting('APPLICATION_RETENTION_DAYS');

/** The services of the empty form, which neither stores nor reads files. */
export function formServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return {
    ...access,
    openPosting: openPostings(db),
    signingKey: () => signingKey(db),
    retentionDays,
  };
}
