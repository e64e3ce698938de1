import { randomBytes } from 'node:crypto';
import { secretsAt, type ServiceSecrets, type StoredSecret } from './signature.ts';
import type { Database } from '../dynamodb/database.ts';
import { refusedBy } from '../dynamodb/failures.ts';
import { tableKeys } from '../keys.ts';

export const SECRET_BYTES = 32;

/** How long a container uses the secrets that it read, in milliseconds. */
export const CACHE_MILLIS = 60_000;

interface CachedSecrets {
  /** The stored secrets, oldest first. */
  secrets: readonly [StoredSecret, ...StoredSecret[]];
  readAt: number;
}

/** The secrets that this container read, by table. */
const cache = new Map<string, CachedSecrets>();

async function stored(db: Database): Promise<CachedSecrets['secrets'] | undefined> {
  const item = await db.get({ Key: tableKeys.signingKey(), ConsistentRead: true });
  return item && [{ secret: item['secret'], from: 0 }, ...(item['later'] ?? [])];
}

/**
 * Creates the first secret of the service, unless the table has one. A deployment and `npm start` call it; every other
 * function only reads. Throws StoreUnavailable.
 */
export async function createSigningSecret(db: Database): Promise<void> {
  if (await stored(db)) return;
  try {
    await db.put({
      Item: { ...tableKeys.signingKey(), secret: randomBytes(SECRET_BYTES) },
      ConditionExpression: 'attribute_not_exists(PK)',
    });
  } catch (error) {
    // A concurrent call created it.
    if (!refusedBy(error)) throw error;
  }
}

/**
 * Reads the secrets at `readAt` (milliseconds since 1970), oldest first. Throws StoreUnavailable, and Error when there
 * is none.
 */
export async function readSecrets(db: Database, readAt: number): Promise<CachedSecrets['secrets']> {
  const secrets = await stored(db);
  if (!secrets) throw new Error(`The table ${db.tableName} has no signing secret: deploy the stage again.`);
  cache.set(db.tableName, { secrets, readAt });
  return secrets;
}

/**
 * The first secret of the service, 32 bytes. Ids of applications, cursors and hashes are derived from it. It never
 * changes, so a container reads it once. Throws StoreUnavailable.
 */
export async function signingKey(db: Database): Promise<Uint8Array> {
  const secrets = cache.get(db.tableName)?.secrets ?? (await readSecrets(db, Date.now()));
  return secrets[0].secret;
}

/**
 * The secrets that sign and verify now, read again after a minute. If that fails, the cached ones stay in use: a new
 * secret verifies long before it signs. Throws StoreUnavailable.
 */
export async function signingSecrets(db: Database, now: Date): Promise<ServiceSecrets> {
  const last = cache.get(db.tableName);
  const age = now.getTime() - (last?.readAt ?? 0);
  if (last && age >= 0 && age < CACHE_MILLIS) return secretsAt(last.secrets, now);
  const secrets = await readSecrets(db, now.getTime()).catch((error: unknown) => {
    if (last) return last.secrets;
    throw error;
  });
  return secretsAt(secrets, now);
}
