import { noApiKeys } from '../http/authenticate.ts';
import { applicationReader } from '../store/applications/application-reader.ts';
import { signingKey } from '../store/signing-key.ts';
import { now } from './clock.ts';
import { erasureFor } from './erasure.ts';
import { databaseFor, type RequestTime } from './table-access.ts';

/** The services for withdrawing an application. */
export function withdrawalServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  return {
    apiKeys: noApiKeys,
    usage: db.usage,
    now,
    applications: applicationReader(db, now),
    signingKey: () => signingKey(db),
    erase: erasureFor(db),
  };
}
