import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';
import { refusedBy } from './failures.ts';
import { keys } from './table.ts';

const BYTES = 32;

/** The secrets that this container has read, by table. */
const known = new Map<string, Uint8Array>();

async function stored(db: Database): Promise<Uint8Array | undefined> {
  const item = await db.get({ Key: keys.signingKey(), ConsistentRead: true });
  return item?.['secret'];
}

async function createOrRead(db: Database): Promise<Uint8Array> {
  const secret = randomBytes(BYTES);
  try {
    await db.put({
      Item: { ...keys.signingKey(), secret },
      ConditionExpression: 'attribute_not_exists(PK)',
    });
    return secret;
  } catch (error) {
    if (!refusedBy(error)) throw error;
    // Another container was first.
    return (await stored(db)) ?? createOrRead(db);
  }
}

/**
 * The secret of the service, 32 bytes: it is made on first use, never changes, and is read once in a container. Throws
 * StoreUnavailable.
 */
export async function signingKey(db: Database): Promise<Uint8Array> {
  const secret = known.get(db.tableName) ?? (await stored(db)) ?? (await createOrRead(db));
  known.set(db.tableName, secret);
  return secret;
}
