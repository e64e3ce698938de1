import type { Employer } from '../../accounts/domain/employer.ts';
import { lastEventBefore } from '../../events/store/event-log.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { toLostRace } from '../../platform/dynamodb/failures.ts';
import { updateOf } from '../../platform/dynamodb/item-change.ts';
import { deliveryOf, partnerOf } from '../domain/partner-webhook.ts';
import type { Webhook, WebhookKey } from '../domain/webhook.ts';
import { webhookItem, webhookKey } from './webhook-item.ts';
import type { WebhookReader } from './webhook-reader.ts';

/** What happened so long before a webhook was created counts as after it, in milliseconds: clocks may differ. */
const CLOCKS_MILLIS = 60_000;

/** The deliveries of partners' webhooks: how far each has been served for one account. */
export function deliveryStore(db: Database, reads: WebhookReader) {
  /** Where the delivery of a webhook to an account begins, and where the log of the account ends. */
  async function beginningOf({ partnerScope, createdAt }: Webhook, accountId: number) {
    const since = partnerScope ? partnerScope.since : createdAt;
    const time = since && new Date(Date.parse(since) - CLOCKS_MILLIS).toISOString();
    return lastEventBefore(db)(accountId, time);
  }

  /** Makes the delivery of a webhook to an account, due at once, if it has events for it. Throws LostRace if there is one. */
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

  /** Removes a delivery. */
  const remove = (delivery: WebhookKey) => db.delete({ Key: webhookKey(delivery) });

  return {
    remove,

    /**
     * What an account's events go to: its own webhooks, and the deliveries of its partner's, which are there from now on
     * unless it is suspended. Removes what is left of webhooks that are gone, and of former partners.
     */
    owedBy: (account: Employer, now: Date): Promise<Webhook[]> =>
      db.retry(async () => {
        const partnerId = partnerOf(account);
        const { own, ofPartner, deliveries, strays } = await reads.ofAccount(account.id, partnerId);
        const { current = [], former = [] } = Object.groupBy(deliveries, (each) =>
          each.partnerId === partnerId ? 'current' : 'former',
        );
        for (const stray of [...strays, ...former]) await remove(stray);
        // Nothing new is kept of an account that may be about to be deleted.
        const isServed = account.suspendedAt === null;
        const missing = ofPartner.filter(
          ({ id, status }) => isServed && status === 'active' && !current.some((each) => each.id === id),
        );
        const made = await Promise.all(missing.map((webhook) => create(webhook, account.id, now)));
        return [...own.filter(({ partnerScope }) => !partnerScope), ...current, ...made.flat()];
      }),

    /** Has a webhook go on for an account at once, as its round says. */
    goOn: (webhook: Webhook, accountId: number, now: Date): Promise<void> =>
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
