import { randomBytes } from 'node:crypto';
import { canaryKeyOf } from '../../functions/canary/canary-account.ts';
import { isUsable } from '../../functions/accounts/domain/api-key.ts';
import { apiKeyStore, issueKey } from '../../functions/accounts/store/api-keys.ts';
import { employerFrom } from '../../functions/accounts/store/employer-item.ts';
import { conditionalUpdate, transact } from '../../functions/platform/dynamodb/writes.ts';
import type { Database, Write } from '../../functions/platform/dynamodb/database.ts';
import { toLostRace } from '../../functions/platform/dynamodb/failures.ts';
import type { StoredSecret } from '../../functions/platform/crypto/signature.ts';
import { readSecrets, SECRET_BYTES, CACHE_MILLIS } from '../../functions/platform/crypto/signing-key.ts';
import { tableKeys } from '../../functions/platform/keys.ts';
import { accountKeys } from '../../functions/accounts/keys.ts';
import type { Connection } from './connection.ts';
import { Failure } from './failures.ts';
import { operatorItem } from './operator-log.ts';

/** The delay before a new secret is used for signing, in milliseconds: by then every container has loaded the secret. */
const SIGNING_DELAY_MILLIS = 5 * CACHE_MILLIS;

/** How long the canary's former key still works after the signing delay, in milliseconds. */
const OVERLAP_MILLIS = 60 * 60 * 1_000;

const instant = (millis: number) => new Date(millis).toISOString();

/** The write that appends a secret to the existing `count` secrets. */
const appendSecret = (next: StoredSecret, count: number): Write => ({
  Update: {
    Key: tableKeys.signingKey(),
    UpdateExpression: 'SET #later = list_append(if_not_exists(#later, :none), :next)',
    ConditionExpression: count === 1 ? 'attribute_not_exists(#later)' : 'size(#later) = :count',
    ExpressionAttributeNames: { '#later': 'later' },
    ExpressionAttributeValues: { ':none': [], ':next': [next], ...(count > 1 && { ':count': count - 1 }) },
  },
});

/**
 * The writes that issue the canary's next key, which is derived from the next secret. The key is usable unless an
 * operator has stopped the canary. Empty if the canary has no key yet.
 */
async function canaryWrites(
  db: Database,
  { former, next, now }: { former: StoredSecret; next: StoredSecret; now: Date },
): Promise<Write[]> {
  const { hash } = canaryKeyOf(former.secret);
  const entry = await apiKeyStore(db).get(hash);
  const item =
    entry && (await db.get({ Key: accountKeys.employer(entry.employer.id), ConsistentRead: true }));
  if (!item) return [];
  const { label, permissions, expiresAt, revokedAt } = entry.key;
  const { version } = item;
  const terms = { label, permissions, expiresAt: isUsable(entry.key, now) ? null : now.toISOString(), now };
  const { writes } = issueKey(employerFrom(item), terms, canaryKeyOf(next.secret));
  const end = instant(next.from + OVERLAP_MILLIS);
  return [
    conditionalUpdate(accountKeys.employer(entry.employer.id), { version: version + 1 }, { version }),
    conditionalUpdate(accountKeys.apiKey(hash), { expiresAt: end }, { expiresAt, revokedAt }),
    ...writes,
  ];
}

/**
 * Adds another secret, which signs in a few minutes; signatures of former ones stay valid until they expire. Throws
 * Failure while the last added secret does not sign yet.
 */
export async function rotateSecret(
  { open }: Pick<Connection, 'open'>,
  { now, by }: { now: Date; by: string },
) {
  const secrets = await readSecrets(open(), now.getTime());
  const former = secrets.at(-1) ?? secrets[0];
  if (former.from > now.getTime()) {
    throw new Failure(
      `Secret ${secrets.length} signs from ${instant(former.from)} on: rotate again after that.`,
    );
  }
  const next = { secret: randomBytes(SECRET_BYTES), from: now.getTime() + SIGNING_DELAY_MILLIS };
  const [secret, signsFrom] = [secrets.length + 1, instant(next.from)];
  const event = operatorItem(by, { at: now.toISOString(), type: 'secret.rotated', secret, signsFrom });
  await transact(open(), {
    secret: appendSecret(next, secrets.length),
    canary: await canaryWrites(open(), { former, next, now }),
    log: { Put: { Item: event } },
  }).catch(toLostRace('secret', 'canary'));
  return { secret, signsFrom };
}
