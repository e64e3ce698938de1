import type { Database } from '../../platform/dynamodb/database.ts';
import { signingKey } from '../../platform/crypto/signing-key.ts';
import { encryptedId, type ApplicationKey } from '../application/application-id.ts';

/** The public ids of applications. */
export const applicationIds = (db: Database) => async (application: ApplicationKey) =>
  encryptedId(await signingKey(db), application);
