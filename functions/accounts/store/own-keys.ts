import { MAX_KEYS } from '../../../schemas/key.ts';
import { isUsable, newApiKey, type ApiKey } from '../domain/api-key.ts';
import { issueKey, keysOf, type IssuedKey, type StoredKey } from './api-keys.ts';
import { employerFrom } from './employer-item.ts';
import {
  type SentIdempotency,
  findIdempotencyRecord,
  idempotencyRecordWrite,
  withEncryptedResponse,
} from '../../idempotency/idempotency.ts';
import { conditionalUpdate, transact, isUnchanged } from '../../platform/dynamodb/writes.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { toLostRace } from '../../platform/dynamodb/failures.ts';
import { signingKey } from '../../platform/crypto/signing-key.ts';
import { accountKeys } from '../keys.ts';
import type { LastWrite } from '../../platform/dynamodb/last-write.ts';
import { Refusal, StoreUnavailable } from '../../platform/errors.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';

/** A request for a new key. */
interface KeyCreation {
  /** Returns the label, permissions, creator and expiry of the key, or refuses. */
  terms: () => Pick<ApiKey, 'label' | 'permissions' | 'createdBy' | 'expiresAt'>;
  by: LastWrite;
  /** When given, a repeated request gets the first response. */
  idempotency: SentIdempotency | undefined;
  /** Formats the body of the response. */
  formatResponse: (issued: IssuedKey) => string;
}

/** The changed fields of a key. */
type Change = Partial<Pick<ApiKey, 'label' | 'expiresAt' | 'revokedAt'>>;

const ends = ({ expiresAt, revokedAt }: Change) => (expiresAt ?? revokedAt ?? null) !== null;

/** The usable keys of an employer or a partner, as their owner manages them (guide: authentication). */
export function ownKeys(db: Database, now: () => Date) {
  /** Reads the usable keys, and creates the write that fails when the account or its keys change after the read. */
  async function read(accountId: number) {
    const Key = accountKeys.employer(accountId);
    const item = await db.get({ Key, ConsistentRead: true });
    if (!item) throw new Error(`Account ${accountId} has an API key, but no item.`);
    const all = await keysOf(db, accountId);
    const usable = all.filter(({ key }) => isUsable(key, now()));
    const version: number = item['version'];
    return {
      account: employerFrom(item),
      all,
      usable,
      guard: conditionalUpdate(Key, { version: version + 1 }, { version }),
    };
  }

  const write = async (guard: Parameters<typeof transact>[1][string], one: StoredKey, change: Item) =>
    transact(db, {
      account: guard,
      key: conditionalUpdate(accountKeys.apiKey(one.hash), change, { id: one.key.id }),
    }).catch(toLostRace('account', 'key'));

  return {
    list: async (accountId: number): Promise<ApiKey[]> =>
      (await read(accountId)).usable.map(({ key }) => key),

    /**
     * Creates a key by terms, which may refuse, or finds the first response to the same request with the same key.
     * Throws Refusal `key_limit_reached` and `idempotency_key_reused`.
     */
    create: (accountId: number, { terms, by, idempotency, formatResponse }: KeyCreation) => {
      const text = newApiKey();
      const partition = accountKeys.employer(accountId);
      return db.retryUntilDefinite(async (): Promise<{ text: string; isReplay: boolean }> => {
        const request =
          idempotency && withEncryptedResponse(idempotency, await signingKey(db), by.id ?? String(accountId));
        const { account, all, usable, guard } = await read(accountId);
        // An earlier attempt may have created the key, even though its response was lost.
        const createdKey = usable.find(({ hash }) => hash === text.hash);
        if (createdKey)
          return { text: formatResponse({ apiKey: text.apiKey, key: createdKey.key }), isReplay: false };
        const earlierResponse = request && (await findIdempotencyRecord(db, partition, request, now()));
        if (earlierResponse) return { text: earlierResponse.text, isReplay: true };
        const keyTerms = terms();
        if (usable.length >= MAX_KEYS) throw new Refusal('key_limit_reached');
        const at = now();
        const { writes, ...issued } = issueKey(account, { ...keyTerms, now: at, by, former: all }, text);
        const response = { modifiedAt: toUnixSeconds(at), text: formatResponse(issued) };
        await transact(db, {
          account: guard,
          key: writes,
          record: request && idempotencyRecordWrite(partition, request, response),
        }).catch(toLostRace('account', 'record'));
        return { text: response.text, isReplay: false };
      });
    },

    /**
     * Changes a key by `amend`, which may refuse. Undefined when there is no such usable key. Throws Refusal `last_key`
     * for the last key of a partner, or of an employer without a partner.
     */
    change: (
      { accountId, keyId, by }: { accountId: number; keyId: string; by: LastWrite },
      amend: (key: ApiKey) => Change,
    ): Promise<ApiKey | undefined> =>
      db.retryUntilDefinite(async () => {
        const { account, usable, guard } = await read(accountId);
        const one = usable.find(({ key }) => key.id === keyId);
        // An earlier attempt may have revoked the key, even though its response was lost.
        if (!one && db.hasUnresolvedWrite()) throw new StoreUnavailable('unknown', undefined);
        if (!one) return undefined;
        const change = amend(one.key);
        if (ends(change) && usable.length === 1 && !account.partner) throw new Refusal('last_key');
        const record = { ...one.key, ...change };
        if (!isUnchanged(one.key, record)) await write(guard, one, { ...change, by });
        return record;
      }),
  };
}
