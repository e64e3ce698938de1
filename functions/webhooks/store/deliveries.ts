import type { Employer } from '../../accounts/domain/employer.ts';
import { lastEventBefore } from '../../events/store/event-log.ts';
import { updateOf } from '../../platform/dynamodb/writes.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { toLostRace } from '../../platform/dynamodb/failures.ts';
import { partnerOf, type Delivery, type DeliveryKey, type WebhookEntry } from '../domain/delivery.ts';
import type { Webhook } from '../domain/webhook.ts';
import { entryItem, itemKey } from './webhook-item.ts';
import type { WebhookReader } from './webhook-reader.ts';

/**
 * How long before the creation of a webhook an event may be to count as after it, in milliseconds, because clocks
 * differ.
 */
const CLOCKS_MILLIS = 60_000;

/** The deliveries of partners' webhooks: the progress of each for one account. */
export function deliveryStore(db: Database, reads: WebhookReader) {
  /**
   * Creates the delivery of a webhook to an account, due immediately, if it has events for it. Throws LostRace if it
   * exists.
   */
  async function create(webhook: Webhook, accountId: number, now: Date): Promise<Delivery[]> {
    const { employerId: partnerId, id, partnerScope, createdAt } = webhook;
    const since = partnerScope ? partnerScope.since : createdAt;
    const time = since && new Date(Date.parse(since) - CLOCKS_MILLIS).toISOString();
    const { before, last } = await lastEventBefore(db)(accountId, time);
    if (before === last) return [];
    const progress = { cursor: before, failures: 0, version: 1, leaseUntil: null, dueAt: now.toISOString() };
    const delivery = { employerId: accountId, partnerId, id, ...progress, webhook };
    const put = { Item: entryItem(delivery), ConditionExpression: 'attribute_not_exists(PK)' };
    await db.put(put).catch(toLostRace());
    return [delivery];
  }

  const remove = (key: DeliveryKey): Promise<void> => db.delete({ Key: itemKey(key) });

  return {
    remove,

    /**
     * Lists the entries for an account's events: its own webhooks, and the deliveries of its partner's, which it creates
     * unless the account is suspended. Deletes deliveries of deleted webhooks and of former partners.
     */
    ensureEntries: (account: Employer, now: Date): Promise<WebhookEntry[]> =>
      db.retry(async () => {
        const partnerId = partnerOf(account);
        const { own, ofPartner, deliveries, strays } = await reads.ofAccount(account.id, partnerId);
        const { current = [], former = [] } = Object.groupBy(deliveries, (each) =>
          each.partnerId === partnerId ? 'current' : 'former',
        );
        for (const stray of [...strays, ...former]) await remove(stray);
        // Stores no new delivery for an account that may be deleted soon.
        const isServed = account.suspendedAt === null;
        const missing = ofPartner.filter(
          ({ id, status }) => isServed && status === 'active' && !current.some((each) => each.id === id),
        );
        const made = await Promise.all(missing.map((webhook) => create(webhook, account.id, now)));
        return [...own.filter(({ partnerScope }) => !partnerScope), ...current, ...made.flat()];
      }),

    /** Starts the delivery of a webhook to an account, as its fan-out requires. */
    startDelivery: (webhook: Webhook, accountId: number, now: Date): Promise<void> =>
      db.retry(async () => {
        const { employerId: partnerId, id, partnerScope } = webhook;
        const delivery = await reads.delivery({ employerId: accountId, partnerId, id });
        if (!delivery) {
          await create(webhook, accountId, now);
          return;
        }
        const next = {
          ...delivery,
          failures: 0,
          cursor: partnerScope?.round === 'rewind' ? 0 : delivery.cursor,
          dueAt: now.toISOString(),
          version: delivery.version + 1,
        };
        await db.update(updateOf(entryItem(delivery), entryItem(next))).catch(toLostRace());
      }),
  };
}
