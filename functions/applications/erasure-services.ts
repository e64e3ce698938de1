import { applicationReader } from './store/application-reader.ts';
import { signingKey } from '../platform/dynamodb/signing-key.ts';
import { now } from '../platform/clock.ts';
import { erasureFor } from './erasure.ts';
import { employerAccess } from '../employers/services.ts';
import type { RequestTime } from '../platform/request-database.ts';

/** The services for erasing an employer's applications. */
export function erasureServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return {
    ...access,
    applications: applicationReader(db, now),
    erase: erasureFor(db),
    signingKey: () => signingKey(db),
  };
}
