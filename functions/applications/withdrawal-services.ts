import { applicationReader } from './store/application-reader.ts';
import { signingKey } from '../platform/dynamodb/signing-key.ts';
import { now } from '../platform/clock.ts';
import { erasureFor } from './erasure.ts';
import { publicAccess } from '../employers/services.ts';
import type { RequestTime } from '../platform/request-database.ts';

/** The services for withdrawing an application. */
export function withdrawalServicesFor(context: RequestTime) {
  const { db, access } = publicAccess(context);
  return {
    ...access,
    applications: applicationReader(db, now),
    signingKey: () => signingKey(db),
    erase: erasureFor(db),
  };
}
