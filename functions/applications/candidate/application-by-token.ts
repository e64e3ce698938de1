import type { Application } from '../application/application.ts';
import { verifyApplicationToken } from '../application/application-token.ts';
import { applicationReader } from '../application/application-reader.ts';
import { now } from '../../platform/time/clock.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { signingSecrets } from '../../platform/crypto/signing-key.ts';
import { couldSign } from '../../platform/crypto/service-secrets.ts';

/**
 * Finds the application of a token, which may be erased. Undefined when nobody signed the token, or a secret did that
 * was retired when the application was received.
 */
export const findByToken = (db: Database) => {
  const { get } = applicationReader(db, now);
  return async (token: string): Promise<{ application: Application | undefined } | undefined> => {
    const key = verifyApplicationToken(await signingSecrets(db, now()), token);
    const application = key && (await get(key));
    const isLate = application && !couldSign(key.signer, Date.parse(application.receivedAt));
    return key && !isLate ? { application } : undefined;
  };
};
