import { randomBytes } from 'node:crypto';
import { secretsAt, type ServiceSecrets, type StoredSecret } from './service-secrets.ts';
import type { Database } from '../dynamodb/database.ts';
import { refusedBy } from '../dynamodb/failures.ts';
import { tableKeys } from '../dynamodb/table.ts';

export const SECRET_BYTES = 32;

/** For how long a container signs with what it has read, in milliseconds. */
export const TRUST_MILLIS = 60_000;

interface Known {
  /** Oldest first. */
  secrets: readonly [StoredSecret, ...StoredSecret[]];
  readAt: number;
}

/** The secrets that this container has read, by table. */
const known = new Map<string, Known>();

async function stored(db: Database): Promise<Known['secrets'] | undefined> {
  const item = await db.get({ Key: tableKeys.signingKey(), ConsistentRead: true });
  return item && [{ secret: item['secret'], from: 0 }, ...(item['later'] ?? [])];
}

/**
 * Creates the first secret of the service, unless the table has one. A deployment does this, and `npm start`; every
 * other function only reads the secret. Throws StoreUnavailable.
 */
export async function createSigningSecret(db: Database): Promise<void> {
  if (await stored(db)) return;
  try {
    await db.put({
      Item: { ...tableKeys.signingKey(), secret: randomBytes(SECRET_BYTES) },
      ConditionExpression: 'attribute_not_exists(PK)',
    });
  } catch (error) {
    // A concurrent call has created it.
    if (!refusedBy(error)) throw error;
  }
}

/** Reads the secrets at `readAt` (milliseconds since 1970), oldest first. Throws StoreUnavailable, and Error if there is none. */
export async function readSecrets(db: Database, readAt: number): Promise<Known['secrets']> {
  const secrets = await stored(db);
  if (!secrets) throw new Error(`The table ${db.tableName} has no signing secret: deploy the stage again.`);
  known.set(db.tableName, { secrets, readAt });
  return secrets;
}

/**
 * The first secret of the service, 32 bytes, from which the ids of applications, cursors and hashes are derived. It never
 * changes, so a container reads it once. Throws StoreUnavailable.
 */
export async function signingKey(db: Database): Promise<Uint8Array> {
  const secrets = known.get(db.tableName)?.secrets ?? (await readSecrets(db, Date.now()));
  return secrets[0].secret;
}

/**
 * The secrets that sign and verify now. They are read again after a minute; if that fails, those that are known go on, as
 * a new one is known long before it signs. Throws StoreUnavailable.
 */
export async function signingSecrets(db: Database, now: Date): Promise<ServiceSecrets> {
  const last = known.get(db.tableName);
  const age = now.getTime() - (last?.readAt ?? 0);
  if (last && age >= 0 && age < TRUST_MILLIS) return secretsAt(last.secrets, now);
  const secrets = await readSecrets(db, now.getTime()).catch((error: unknown) => {
    if (last) return last.secrets;
    throw error;
  });
  return secretsAt(secrets, now);
}
