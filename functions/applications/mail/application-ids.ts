import type { Database } from '../../platform/dynamodb/database.ts';
import { signingKey } from '../../platform/crypto/signing-key.ts';
import { encryptApplicationId, type ApplicationKey } from '../application/application-id.ts';

/** The public ids of applications. */
export const applicationIds = (db: Database) => async (application: ApplicationKey) =>
  encryptApplicationId(await signingKey(db), application);
