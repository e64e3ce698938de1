import { applicationLists } from '../store/applications/application-lists.ts';
import { applicationReader } from '../store/applications/application-reader.ts';
import { signingKey } from '../store/signing-key.ts';
import { now } from './clock.ts';
import { employerAccess, type RequestTime } from './table-access.ts';

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
