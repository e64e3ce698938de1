import type { Employer } from '../../accounts/domain/employer.ts';
import { partnerEmployers } from '../../accounts/store/partner-entries.ts';
import { lastEventBefore } from '../../events/store/event-log.ts';
import { forEachConcurrently } from '../../platform/concurrency.ts';
import { updateOf } from '../../platform/dynamodb/writes.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { toLostRace } from '../../platform/dynamodb/failures.ts';
import { partnerOf, type Delivery, type DeliveryKey } from '../domain/delivery.ts';
import type { Webhook, WebhookChanges } from '../domain/webhook.ts';
import { webhookKeys } from '../keys.ts';
import { deliveryFrom, deliveryItem, itemKey } from './webhook-item.ts';
import type { WebhookReader } from './webhook-reader.ts';

/**
 * How long before the creation of a webhook an event may be to count as after it, in milliseconds, because clocks
 * differ.
 */
const CLOCKS_MILLIS = 60_000;

/** The number of accounts in a page, and how many of them are written in parallel. */
const PAGE_SIZE = 100;
const AT_ONCE = 25;

/** Creates and deletes the deliveries of partners' webhooks. */
export function deliveryStore(db: Database, reads: WebhookReader) {
  /**
   * Creates the delivery of a webhook to an account, due immediately, if it has events for it. Throws LostRace if it
   * exists.
   */
  async function create(webhook: Webhook, accountId: number, now: Date): Promise<Delivery[]> {
    const { employerId: partnerId, id, since } = webhook;
    const time = since && new Date(Date.parse(since) - CLOCKS_MILLIS).toISOString();
    const { before, last } = await lastEventBefore(db)(accountId, time);
    if (before === last) return [];
    const progress = { cursor: before, failures: 0, version: 1, leaseUntil: null, dueAt: now.toISOString() };
    const delivery = { employerId: accountId, partnerId, id, ...progress, webhook };
    const put = { Item: deliveryItem(delivery), ConditionExpression: 'attribute_not_exists(PK)' };
    await db.put(put).catch(toLostRace());
    return [delivery];
  }

  const restart = (
    webhook: Webhook,
    accountId: number,
    { cursor }: WebhookChanges,
    now: Date,
  ): Promise<void> =>
    db.retry(async () => {
      const Key = webhookKeys.delivery(accountId, webhook.employerId, webhook.id);
      const item = await db.get({ Key, ConsistentRead: true });
      if (!item) {
        await create(webhook, accountId, now);
        return;
      }
      const delivery = deliveryFrom(item, webhook);
      const restarted = {
        ...delivery,
        cursor: cursor ?? delivery.cursor,
        failures: 0,
        dueAt: now.toISOString(),
        version: delivery.version + 1,
      };
      await db.update(updateOf(deliveryItem(delivery), deliveryItem(restarted))).catch(toLostRace());
    });

  const remove = (key: DeliveryKey): Promise<void> => db.delete({ Key: itemKey(key) });

  return {
    remove,

    /**
     * Lists the deliveries of an account's events, and creates those to its partner's webhooks, unless the account is
     * suspended. Deletes deliveries of deleted webhooks and of former partners.
     */
    ensureDeliveries: (account: Employer, now: Date): Promise<Delivery[]> =>
      db.retry(async () => {
        const partnerId = partnerOf(account);
        const { deliveries, strays } = await reads.ofAccount(account.id);
        const ofPartner = partnerId === undefined ? [] : await reads.ofPartner(partnerId);
        const isCurrent = (each: Delivery) => each.partnerId === null || each.partnerId === partnerId;
        const current = deliveries.filter(isCurrent);
        const former = deliveries.filter((each) => !isCurrent(each));
        for (const stray of [...strays, ...former]) await remove(stray);
        // Stores no new delivery for an account that may be deleted soon.
        const isServed = account.suspendedAt === null;
        const missing = ofPartner.filter(
          ({ id, status }) =>
            isServed &&
            status === 'active' &&
            !current.some((each) => each.partnerId !== null && each.id === id),
        );
        const created = await Promise.all(missing.map((webhook) => create(webhook, account.id, now)));
        return [...current, ...created.flat()];
      }),

    /**
     * Makes all deliveries of a partner's webhook due that was resumed or rewound, first that of the partner's own log.
     */
    restartAll: async (webhook: Webhook, changes: WebhookChanges, now: Date): Promise<void> => {
      if (webhook.progress || !(changes.cursor === 0 || changes.status === 'active')) return;
      const { employerId: partnerId } = webhook;
      await restart(webhook, partnerId, changes, now);
      for (let after: number | undefined = 0; after !== undefined;) {
        const { data, next } = await partnerEmployers(db).list(partnerId, { after, limit: PAGE_SIZE });
        await forEachConcurrently(data, AT_ONCE, ({ id }) => restart(webhook, id, changes, now));
        after = next;
      }
    },
  };
}
