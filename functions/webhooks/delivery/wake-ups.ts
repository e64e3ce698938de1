import type { Employer } from '../../accounts/domain/employer.ts';
import type { EventLog } from '../../events/store/event-log.ts';
import { forEachConcurrently } from '../../platform/concurrency.ts';
import { isFast, isFree } from '../domain/attempts.ts';
import type { Delivery, DeliveryKey } from '../domain/delivery.ts';
import type { WebhookQueue } from '../store/webhook-queue.ts';

/** How many accounts are looked up in parallel. */
const AT_ONCE = 25;

const keyOf = ({ employerId, partnerId, id }: Delivery): DeliveryKey => ({ employerId, partnerId, id });

interface WakeUps {
  queue: Pick<WebhookQueue, 'markDue'>;
  /** Lists the deliveries of an account's events, and creates missing ones. */
  ensureDeliveries: (accountId: number) => Promise<Delivery[]>;
  now: () => Date;
}

/**
 * Lists the deliveries of accounts with new events that can be served while others wait. The schedule serves those whose
 * receivers are slow or fail, and those that another sender has leased, which may have been killed.
 */
export async function* fastDeliveries(
  { queue, ensureDeliveries, now }: WakeUps,
  accountIds: readonly number[],
): AsyncGenerator<DeliveryKey> {
  for (let from = 0; from < accountIds.length; from += AT_ONCE) {
    const lists = await Promise.all(accountIds.slice(from, from + AT_ONCE).map(ensureDeliveries));
    const fast = Map.groupBy(lists.flat(), (delivery) => isFast(delivery.webhook) && isFree(delivery, now()));
    await forEachConcurrently(fast.get(false) ?? [], AT_ONCE, (delivery) => queue.markDue(delivery, now()));
    yield* (fast.get(true) ?? []).map(keyOf);
  }
}

interface MissedWakeUps {
  accounts: readonly Employer[];
  queue: WebhookQueue;
  events: Pick<EventLog, 'last'>;
  now: () => Date;
}

/** Marks as due the deliveries that have pending events but are not in the queue. */
export const markMissed = ({ accounts, queue, events, now }: MissedWakeUps): Promise<void> =>
  forEachConcurrently(
    accounts.filter(({ suspendedAt }) => suspendedAt === null),
    AT_ONCE,
    async (account) => {
      const deliveries = await queue.ensureDeliveries(account, now());
      const idle = deliveries.filter(({ webhook, dueAt }) => webhook.status === 'active' && dueAt === null);
      const last = idle.length > 0 ? await events.last(account.id) : 0;
      for (const delivery of idle) if (delivery.cursor < last) await queue.markDue(delivery, now());
    },
  );
