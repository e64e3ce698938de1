import { formatApiKey, isUsable, type ApiKey, type KeyText } from '../accounts/domain/api-key.ts';
import type { Employer } from '../accounts/domain/employer.ts';
import { apiKeyAccess } from '../accounts/store/api-keys.ts';
import { employerStore } from '../accounts/store/employers.ts';
import { now } from '../platform/time/clock.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { signingSecrets } from '../platform/crypto/signing-key.ts';
import { derivedKey } from '../platform/crypto/signature.ts';

/** The API key of the canary, derived from the secret of the service, so that it is never stored in clear text. */
export const canaryKey = async (db: Database, at: Date): Promise<KeyText> =>
  canaryKeyOf((await signingSecrets(db, at))[0].bytes);

/** The API key that the canary derives from a secret of the service. */
export const canaryKeyOf = (secret: Uint8Array): KeyText => formatApiKey(derivedKey(secret, 'canary key'));

/** Creates the employer of the canary, with the key that the canary derives, limited to jobs. */
export async function createCanaryEmployer(
  db: Database,
  text: KeyText,
  at: Date,
): Promise<{ employer: Employer; key: ApiKey }> {
  const employerFields = { name: 'Canary', plan: 'standard' } as const;
  // The key has some permissions only, so that the smoke test tries that these are checked.
  const terms = { label: 'canary', text, permissions: ['jobs:read', 'jobs:write'] } as const;
  const { employer, key } = await employerStore(db).create(employerFields, at, terms);
  return { employer, key };
}

/** The key of the canary, whose employer the first run creates; undefined when an operator has stopped it. */
export async function canaryKeyInUse(db: Database): Promise<string | undefined> {
  const text = await canaryKey(db, now());
  const access = await apiKeyAccess(db).get(text.hash);
  if (!access) await createCanaryEmployer(db, text, now());
  else if (!isUsable(access.key, now()) || access.employer.suspendedAt !== null) return undefined;
  return text.apiKey;
}
