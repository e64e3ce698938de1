import type { Employer } from '../../accounts/domain/employer.ts';
import { lastEventBefore } from '../../events/store/event-log.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { toLostRace } from '../../platform/dynamodb/failures.ts';
import { updateOf } from '../../platform/dynamodb/item-change.ts';
import { deliveryOf, partnerOf } from '../domain/partner-webhook.ts';
import type { Webhook, WebhookKey } from '../domain/webhook.ts';
import { webhookItem, webhookKey } from './webhook-item.ts';
import type { WebhookReader } from './webhook-reader.ts';

/**
 * How long before the creation of a webhook an event may be to count as after it, in milliseconds, because clocks
 * differ.
 */
const CLOCKS_MILLIS = 60_000;

/** The deliveries of partners' webhooks: the progress of each for one account. */
export function deliveryStore(db: Database, reads: WebhookReader) {
  /** The position where a webhook's delivery to an account begins, and the end of the account's log. */
  async function beginningOf({ partnerScope, createdAt }: Webhook, accountId: number) {
    const since = partnerScope ? partnerScope.since : createdAt;
    const time = since && new Date(Date.parse(since) - CLOCKS_MILLIS).toISOString();
    return lastEventBefore(db)(accountId, time);
  }

  /**
   * Creates the delivery of a webhook to an account, due immediately, if it has events for it. Throws LostRace if it
   * exists.
   */
  async function create(webhook: Webhook, accountId: number, now: Date): Promise<Webhook[]> {
    const { before, last } = await beginningOf(webhook, accountId);
    if (before === last) return [];
    const delivery = deliveryOf(webhook, {
      employerId: accountId,
      cursor: before,
      failures: 0,
      version: 1,
      leaseUntil: null,
      dueAt: now.toISOString(),
    });
    const put = { Item: webhookItem(delivery), ConditionExpression: 'attribute_not_exists(PK)' };
    await db.put(put).catch(toLostRace());
    return [delivery];
  }

  /** Deletes a delivery. */
  const remove = (delivery: WebhookKey) => db.delete({ Key: webhookKey(delivery) });

  return {
    remove,

    /**
     * Lists the receivers of an account's events: its own webhooks, and the deliveries of its partner's, which it
     * creates unless the account is suspended. Deletes deliveries of deleted webhooks and of former partners.
     */
    receiversOf: (account: Employer, now: Date): Promise<Webhook[]> =>
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
        const delivery = await reads.get({ employerId: accountId, partnerId, id });
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
        await db.update(updateOf(webhookItem(delivery), webhookItem(next))).catch(toLostRace());
      }),
  };
}
