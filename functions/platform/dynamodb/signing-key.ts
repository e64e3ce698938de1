import { randomBytes } from 'node:crypto';
import { secretsAt, type ServiceSecrets, type StoredSecret } from '../values/service-secrets.ts';
import type { Database } from './database.ts';
import { refusedBy } from './failures.ts';
import { keys } from './table.ts';

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
  const item = await db.get({ Key: keys.signingKey(), ConsistentRead: true });
  return item && [{ secret: item['secret'], from: 0 }, ...(item['later'] ?? [])];
}

async function createOrRead(db: Database): Promise<Known['secrets']> {
  const secret = randomBytes(SECRET_BYTES);
  try {
    await db.put({
      Item: { ...keys.signingKey(), secret },
      ConditionExpression: 'attribute_not_exists(PK)',
    });
    return [{ secret, from: 0 }];
  } catch (error) {
    if (!refusedBy(error)) throw error;
    // Another container was first.
    return (await stored(db)) ?? createOrRead(db);
  }
}

/** Reads the secrets, oldest first, or makes the first one. `readAt` says when that is. Throws StoreUnavailable. */
export async function readSecrets(db: Database, readAt: number): Promise<Known['secrets']> {
  const secrets = (await stored(db)) ?? (await createOrRead(db));
  known.set(db.tableName, { secrets, readAt });
  return secrets;
}

/**
 * The first secret of the service, 32 bytes, from which the ids of applications, cursors and hashes follow: it is made on
 * first use, never changes, and is read once in a container. Throws StoreUnavailable.
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
