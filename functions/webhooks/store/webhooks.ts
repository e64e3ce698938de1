import { randomBytes } from 'node:crypto';
import { MAX_WEBHOOKS } from '../../../schemas/webhook.ts';
import { conditionalUpdate, isUnchanged, updateOf, transact } from '../../platform/dynamodb/writes.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { toLostRace } from '../../platform/dynamodb/failures.ts';
import { webhookKeys } from '../keys.ts';
import type { LastWrite } from '../../platform/dynamodb/last-write.ts';
import { Refusal, StoreUnavailable } from '../../platform/errors.ts';
import type { Webhook, WebhookKey } from '../domain/webhook.ts';
import { deliveryStore } from './deliveries.ts';
import { deliveryItem, webhookItem } from './webhook-item.ts';
import { webhookReader } from './webhook-reader.ts';

/** Creates the webhook of a key; `creation` identifies the request. */
type Make = (key: WebhookKey & Pick<Webhook, 'creation'>) => Webhook;

/**
 * Writes the webhooks of employers (guide: receive-webhooks), and preserves attempts that a sender records
 * concurrently.
 */
export function webhookStore(db: Database) {
  const reads = webhookReader(db);

  async function lastId(employerId: number): Promise<number> {
    const item = await db.get({ Key: webhookKeys.webhookNumbers(employerId), ConsistentRead: true });
    return item?.['last'] ?? 0;
  }

  /** Allocates the next webhook id. Two simultaneous creations get one id, so that only one of them succeeds. */
  async function add(last: number, webhook: Webhook): Promise<void> {
    const drawn = {
      Key: webhookKeys.webhookNumbers(webhook.employerId),
      UpdateExpression: 'SET #last = :next',
      ConditionExpression: last === 0 ? 'attribute_not_exists(#last)' : '#last = :last',
      ExpressionAttributeNames: { '#last': 'last' },
      ExpressionAttributeValues: { ':next': webhook.id, ...(last > 0 && { ':last': last }) },
    };
    const put = { Item: webhookItem(webhook), ConditionExpression: 'attribute_not_exists(PK)' };
    await transact(db, { number: { Update: drawn }, webhook: { Put: put } }).catch(toLostRace('number'));
  }

  return {
    ...reads,
    restartDeliveries: deliveryStore(db, reads).restartAll,

    /** Throws Refusal `webhook_limit_reached`. */
    create: (employerId: number, make: Make): Promise<Webhook> => {
      const creation = randomBytes(6).toString('base64url');
      return db.retryUntilDefinite(async () => {
        const last = await lastId(employerId);
        const existing = await reads.list(employerId);
        // The other writer may have been an earlier attempt of this write that lost its response.
        const repeated = existing.find((each) => each.creation === creation);
        if (repeated) return repeated;
        if (existing.length >= MAX_WEBHOOKS) throw new Refusal('webhook_limit_reached');
        const webhook = make({ employerId, id: last + 1, creation });
        await add(last, webhook);
        return webhook;
      });
    },

    /** Changes a webhook by `amend`, which may refuse; undefined when the employer has no webhook with this id. */
    update: (
      { by = null, ...key }: WebhookKey & { by?: LastWrite | null },
      amend: (webhook: Webhook) => Promise<Webhook> | Webhook,
    ): Promise<Webhook | undefined> =>
      db.retryUntilDefinite(async () => {
        const webhook = await reads.get(key);
        if (!webhook) return undefined;
        const amended = await amend(webhook);
        const before = webhookItem(webhook);
        if (isUnchanged(before, webhookItem(amended))) return webhook;
        const next = { ...amended, version: webhook.version + 1, by };
        await db.update(updateOf(before, webhookItem(next))).catch(toLostRace());
        return next;
      }),

    /** Deletes a webhook, unless `check` refuses. Returns whether it existed. */
    delete: (
      key: WebhookKey,
      check: (webhook: Webhook) => void,
      deletedBy: LastWrite | null = null,
    ): Promise<boolean> =>
      db.retryUntilDefinite(async () => {
        const webhook = await reads.get(key);
        // An earlier attempt that lost its response may have deleted the webhook.
        if (!webhook && db.hasUnresolvedWrite()) throw new StoreUnavailable('unknown', undefined);
        if (!webhook) return false;
        check(webhook);
        const Key = webhookKeys.webhook(key.employerId, key.id);
        const version = webhook.version + 1;
        // The stream reports a deletion by the item before it, which must contain its author.
        await db
          .update(conditionalUpdate(Key, { version, deletedBy }, { version: webhook.version }).Update)
          .catch(toLostRace());
        await db
          .delete({
            Key,
            ConditionExpression: '#version = :version',
            ExpressionAttributeNames: { '#version': 'version' },
            ExpressionAttributeValues: { ':version': version },
          })
          .catch(toLostRace());
        return true;
      }),
  };
}

/**
 * Continues the webhooks of an account in a restored table after the event `lastEvent`, like its log, and their ids
 * after a gap of `margin`.
 */
export async function continueWebhooks(
  db: Database,
  { accountId, lastEvent, margin }: { accountId: number; lastEvent: number; margin: number },
): Promise<void> {
  const { deliveries } = await webhookReader(db).ofAccount(accountId);
  const progress = { cursor: lastEvent, dueAt: null, failures: 0, leaseUntil: null };
  for (const each of deliveries) await db.put({ Item: deliveryItem({ ...each, ...progress }) });
  const Key = webhookKeys.webhookNumbers(accountId);
  const numbers = await db.get({ Key, ConsistentRead: true });
  await db.put({ Item: { ...Key, last: (numbers?.['last'] ?? 0) + margin } });
}
