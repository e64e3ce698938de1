import { applicationLists } from './store/application-lists.ts';
import { applicationReader } from './store/application-reader.ts';
import { signingKey } from '../platform/dynamodb/signing-key.ts';
import { now } from '../platform/clock.ts';
import { employerAccess } from '../employers/services.ts';
import type { RequestTime } from '../platform/request-database.ts';

/** The services for reading an employer's applications. */
export function applicationServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return {
    ...access,
    applications: applicationReader(db, now),
    lists: applicationLists(db, now),
    signingKey: () => signingKey(db),
  };
}
