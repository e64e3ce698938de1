import { applicationReader } from '../store/applications/application-reader.ts';
import { signingKey } from '../store/signing-key.ts';
import { now } from './clock.ts';
import { erasureFor } from './erasure.ts';
import { publicAccess } from './public-access.ts';
import type { RequestTime } from './table-access.ts';

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
