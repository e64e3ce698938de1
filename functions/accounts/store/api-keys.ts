import {
  creatorFrom,
  employerIdOf,
  isForgotten,
  newApiKey,
  newKey,
  recentUse,
  storedCreator,
  type ApiKey,
  type Creator,
  type KeyText,
} from '../domain/api-key.ts';
import { isPartner, type Employer } from '../domain/employer.ts';
import type { Author, LastWrite } from '../../platform/dynamodb/last-write.ts';
import { conditionalUpdate, transact, withoutNulls } from '../../platform/dynamodb/writes.ts';
import type { Database, Item, Write } from '../../platform/dynamodb/database.ts';
import { accountWrite, employerAttributes, employerFrom } from './employer-item.ts';
import { toLostRace, unlessConditionFails } from '../../platform/dynamodb/failures.ts';
import { between, beginningWith } from '../../platform/dynamodb/sort-keys.ts';
import { accountKeys, accountPrefixes } from '../keys.ts';

/** A new key: its record, and its clear text, which is shown only once. */
export interface IssuedKey {
  apiKey: string;
  key: ApiKey;
}

/** A stored key with its hash and its account. */
interface FoundKey {
  employer: Employer;
  key: ApiKey;
  hash: string;
}

interface KeyTerms {
  label: string | null;
  /** The permissions of the key. By default, the key has all of them. */
  permissions?: readonly string[] | null;
  expiresAt: string | null;
  now: Date;
  /** By default, the operator. */
  createdBy?: Creator | null;
  /** The author of the change, if the event log records the change. */
  by?: LastWrite | undefined;
  /** The present keys of the account, unless the account is new. */
  former?: readonly StoredKey[];
}

/** Stores only the id of `employer`, because the account itself has its current state. Null values are not stored. */
const toItem = (
  employer: Employer,
  key: ApiKey,
  { hash, by }: { hash: string } & Partial<KeyTerms>,
): Item => ({
  ...accountKeys.apiKey(hash),
  ...withoutNulls({ ...key, createdBy: storedCreator(key.createdBy) }),
  employer: employerAttributes(employer),
  by,
});

const fromItem = ({ id, createdAt, createdBy, ...item }: Item): ApiKey => ({
  id,
  label: item['label'] ?? null,
  permissions: item['permissions'] ?? null,
  createdAt,
  createdBy: creatorFrom(createdBy),
  expiresAt: item['expiresAt'] ?? null,
  revokedAt: item['revokedAt'] ?? null,
  lastUsedAt: item['lastUsedAt'] ?? null,
});

/** The author of the writes that a key makes, from the item of the key. */
function authorOf({ id, label }: Item, account: Employer): Author {
  return {
    type: 'key',
    id,
    ...(label !== undefined && { label }),
    ...(isPartner(account) && { partner: { id: account.id, name: account.name } }),
  };
}

const olderFirst = (a: ApiKey, b: ApiKey) =>
  Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id.localeCompare(b.id, 'en');

/** The list item of a key in the partition of its employer. */
export const listedKeyItem = (employerId: number, keyId: string, hash: string): Item => ({
  ...accountKeys.employerKey(employerId, keyId),
  hash,
});

/** The maximum number of long-ended keys that a new key deletes, because a transaction has at most 100 writes. */
const FORGOTTEN_AT_ONCE = 40;

const forgotten = (accountId: number, { former = [], now }: KeyTerms): Write[] =>
  former
    .filter(({ key }) => isForgotten(key, now))
    .slice(0, FORGOTTEN_AT_ONCE)
    .flatMap(({ key, hash }) => [accountKeys.apiKey(hash), accountKeys.employerKey(accountId, key.id)])
    .map((Key) => ({ Delete: { Key } }));

/** Creates a key, and the writes that store its hash and delete long-ended keys. */
export function issueKey(
  employer: Employer,
  terms: KeyTerms,
  { apiKey, hash }: KeyText = newApiKey(),
): IssuedKey & { writes: Write[] } {
  const key = newKey(employer.id, terms);
  const items = [toItem(employer, key, { ...terms, hash }), listedKeyItem(employer.id, key.id, hash)];
  const puts = items.map((Item) => ({ Put: { Item, ConditionExpression: 'attribute_not_exists(PK)' } }));
  return { apiKey, key, writes: [...puts, ...forgotten(employer.id, terms)] };
}

/** Lists the hashes of all keys of an employer. */
export async function hashesOf(db: Database, employerId: number): Promise<string[]> {
  const { PK, SK } = accountKeys.employerKey(employerId, '');
  const { from, to } = beginningWith(SK);
  const items = await db.query(between({ PK, SK: from }, { PK, SK: to }));
  return items.map(({ hash }) => hash);
}

/** A key and its hash. */
export type StoredKey = Pick<FoundKey, 'key' | 'hash'>;

/** Lists the keys of an employer, oldest first, including revoked and expired ones. */
export async function keysOf(db: Database, employerId: number): Promise<StoredKey[]> {
  const hashes = await hashesOf(db, employerId);
  const items = await db.batchGet(hashes.map(accountKeys.apiKey), { ConsistentRead: true });
  return items
    .map((item) => ({ key: fromItem(item), hash: item['PK'].slice(accountPrefixes.apiKey.length) }))
    .toSorted((a, b) => olderFirst(a.key, b.key));
}

/** Reads and writes the key of a request. */
export function apiKeyAccess(db: Database) {
  return {
    /** Reads the key with this hash and its account strongly, so that revocations and suspensions are seen. */
    get: async (hash: string): Promise<{ employer: Employer; key: ApiKey; author: Author } | undefined> => {
      const item = await db.get({ Key: accountKeys.apiKey(hash), ConsistentRead: true });
      const account =
        item && (await db.get({ Key: accountKeys.employer(item['employer'].id), ConsistentRead: true }));
      if (!item || !account) return undefined;
      const employer = employerFrom(account);
      return { employer, key: fromItem(item), author: authorOf(item, employer) };
    },

    /** Records the use of a key, unless another container did so within the hour. */
    markUsed: async (hash: string, now: Date): Promise<void> => {
      const { after, before } = recentUse(now);
      await unlessConditionFails(
        db.update({
          Key: accountKeys.apiKey(hash),
          UpdateExpression: 'SET #lastUsedAt = :now',
          ConditionExpression:
            'attribute_exists(PK) AND (attribute_not_exists(#lastUsedAt) OR #lastUsedAt <= :after OR #lastUsedAt >= :before)',
          ExpressionAttributeNames: { '#lastUsedAt': 'lastUsedAt' },
          ExpressionAttributeValues: { ':now': now.toISOString(), ':after': after, ':before': before },
        }),
      );
    },
  };
}

/** The write that makes concurrent changes of an account's keys conflict. Fails if the account does not exist. */
const keysChanged = ({ id }: Employer): Write => accountWrite(id, {}, { id });

/** The API keys of employers. The table holds only their hashes. */
export function apiKeyStore(db: Database) {
  const access = apiKeyAccess(db);

  const hashOf = async (keyId: string): Promise<string | undefined> => {
    const employerId = employerIdOf(keyId);
    if (employerId === undefined) return undefined;
    return (await db.get({ Key: accountKeys.employerKey(employerId, keyId), ConsistentRead: true }))?.[
      'hash'
    ];
  };

  return {
    ...access,

    /** Finds a key by its id. */
    find: async (keyId: string): Promise<FoundKey | undefined> => {
      const hash = await hashOf(keyId);
      const entry = hash === undefined ? undefined : await access.get(hash);
      return hash === undefined || !entry ? undefined : { employer: entry.employer, key: entry.key, hash };
    },

    /** Lists the keys of an employer, oldest first, including revoked and expired ones. */
    list: async (employerId: number): Promise<ApiKey[]> =>
      (await keysOf(db, employerId)).map(({ key }) => key),

    /** Issues a key. Throws LostRace when the employer does not exist. */
    create: async (employer: Employer, terms: KeyTerms): Promise<IssuedKey> => {
      const former = await keysOf(db, employer.id);
      const { apiKey, key, writes } = issueKey(employer, { ...terms, former });
      await transact(db, { employer: keysChanged(employer), key: writes }).catch(toLostRace('employer'));
      return { apiKey, key };
    },

    /**
     * Issues the successor of a key with the same label, permissions and creator, and ends the old key after the overlap, or at
     * its own expiry if that is earlier. Without an overlap, the old key ends immediately, even if clocks differ. Does
     * both or neither. Throws LostRace when the employer does not exist, or the key has changed.
     */
    rotate: async (
      { employer, key: old, hash }: FoundKey,
      {
        overlapEnd,
        ...terms
      }: Omit<KeyTerms, 'label' | 'permissions' | 'createdBy'> & { overlapEnd: string | null },
    ): Promise<IssuedKey & { rotated: ApiKey }> => {
      const former = await keysOf(db, employer.id);
      const { id, label, permissions, createdBy, expiresAt, revokedAt } = old;
      const same = { label, permissions, createdBy };
      const { apiKey, key, writes } = issueKey(employer, { ...terms, ...same, former });
      const end =
        overlapEnd === null
          ? { revokedAt: terms.now.toISOString() }
          : { expiresAt: expiresAt !== null && expiresAt < overlapEnd ? expiresAt : overlapEnd };
      await transact(db, {
        employer: keysChanged(employer),
        formerKey: conditionalUpdate(
          accountKeys.apiKey(hash),
          { ...end, by: terms.by },
          { id, expiresAt, revokedAt },
        ),
        key: writes,
      }).catch(toLostRace('employer', 'formerKey'));
      return { apiKey, key, rotated: { ...old, ...end } };
    },

    /** Makes a revoked or expired key usable again. Throws when there is no such key. */
    reinstate: async (hash: string): Promise<ApiKey> =>
      fromItem(
        await db.update({
          Key: accountKeys.apiKey(hash),
          UpdateExpression: 'REMOVE #revokedAt, #expiresAt',
          ConditionExpression: 'attribute_exists(PK)',
          ExpressionAttributeNames: { '#revokedAt': 'revokedAt', '#expiresAt': 'expiresAt' },
          ReturnValues: 'ALL_NEW',
        }),
      ),

    /** Revokes a key. A revoked key keeps its date of revocation. Undefined when there is no such key. */
    revoke: async (keyId: string, now: Date, by?: LastWrite): Promise<ApiKey | undefined> => {
      const hash = await hashOf(keyId);
      if (hash === undefined) return undefined;
      const item = await db.update({
        Key: accountKeys.apiKey(hash),
        UpdateExpression: `SET #revokedAt = if_not_exists(#revokedAt, :now)${by ? ', #by = :by' : ' REMOVE #by'}`,
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeNames: { '#revokedAt': 'revokedAt', '#by': 'by' },
        ExpressionAttributeValues: { ':now': now.toISOString(), ...(by && { ':by': by }) },
        ReturnValues: 'ALL_NEW',
      });
      return fromItem(item);
    },
  };
}
