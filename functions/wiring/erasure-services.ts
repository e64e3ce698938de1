import { applicationReader } from '../store/applications/application-reader.ts';
import { signingKey } from '../store/signing-key.ts';
import { now } from './clock.ts';
import { erasureFor } from './erasure.ts';
import { employerAccess, type RequestTime } from './table-access.ts';

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
