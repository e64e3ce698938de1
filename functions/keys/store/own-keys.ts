import { MAX_KEYS } from '../../../schemas/key.ts';
import { isUsable, newApiKey, type ApiKey } from '../../employers/domain/api-key.ts';
import { issueKey, keysOf, type IssuedKey, type StoredKey } from '../../employers/store/api-keys.ts';
import { employerFrom } from '../../employers/store/employer-item.ts';
import { amended } from '../../platform/dynamodb/conditional-writes.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { lostRaceOver } from '../../platform/dynamodb/failures.ts';
import { keys } from '../../platform/dynamodb/table.ts';
import { transact } from '../../platform/dynamodb/transaction.ts';
import { Refusal } from '../../platform/values/refusal.ts';
import { StoreUnavailable } from '../../platform/values/store-unavailable.ts';

type Terms = Pick<ApiKey, 'label' | 'expiresAt'>;

/** What changes of a key: its terms, or that it is revoked. */
type Change = Partial<Pick<ApiKey, 'label' | 'expiresAt' | 'revokedAt'>>;

const ends = ({ expiresAt, revokedAt }: Change) => (expiresAt ?? revokedAt ?? null) !== null;

/** The keys of an employer or a partner that work, as their owner manages them (interface 17). */
export function ownKeys(db: Database, now: () => Date) {
  /** The keys that work, and the write that fails if anybody has changed the account or its keys since. */
  async function read(accountId: number) {
    const Key = keys.employer(accountId);
    const item = await db.get({ Key, ConsistentRead: true });
    if (!item) throw new Error(`Account ${accountId} has an API key, but no item.`);
    const usable = (await keysOf(db, accountId)).filter(({ key }) => isUsable(key, now()));
    const version: number = item['version'];
    return {
      account: employerFrom(item),
      usable,
      guard: amended(Key, { version: version + 1 }, { version }),
    };
  }

  const write = async (guard: Parameters<typeof transact>[1][string], one: StoredKey, change: Change) =>
    transact(db, { account: guard, key: amended(keys.apiKey(one.hash), change, { id: one.key.id }) }).catch(
      lostRaceOver('account', 'key'),
    );

  return {
    list: async (accountId: number): Promise<ApiKey[]> =>
      (await read(accountId)).usable.map(({ key }) => key),

    /** Throws Refusal `key_limit_reached`. */
    create: (accountId: number, terms: Terms): Promise<IssuedKey> => {
      const text = newApiKey();
      return db.conclude(async () => {
        const { account, usable, guard } = await read(accountId);
        // An earlier attempt of this very write may have lost its response.
        const own = usable.find(({ hash }) => hash === text.hash);
        if (own) return { apiKey: text.apiKey, key: own.key };
        if (usable.length >= MAX_KEYS) throw new Refusal('key_limit_reached');
        const { writes, ...issued } = issueKey(account, { ...terms, now: now() }, text);
        await transact(db, { account: guard, key: writes }).catch(lostRaceOver('account'));
        return issued;
      });
    },

    /**
     * Changes a key as `amend` says, which may refuse. Undefined when there is no such key that works. Throws Refusal
     * `last_key` when no other one is left to a partner, or to an employer without a partner.
     */
    change: (accountId: number, keyId: string, amend: (key: ApiKey) => Change): Promise<ApiKey | undefined> =>
      db.conclude(async () => {
        const { account, usable, guard } = await read(accountId);
        const one = usable.find(({ key }) => key.id === keyId);
        // A lost attempt may have revoked it.
        if (!one && db.isUncertain()) throw new StoreUnavailable('unknown', undefined);
        if (!one) return undefined;
        const change = amend(one.key);
        if (ends(change) && usable.length === 1 && !account.partner) throw new Refusal('last_key');
        if (Object.keys(change).length > 0) await write(guard, one, change);
        return { ...one.key, ...change };
      }),
  };
}
