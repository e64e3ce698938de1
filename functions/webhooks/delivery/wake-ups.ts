import type { Employer } from '../../accounts/domain/employer.ts';
import type { EventLog } from '../../events/store/event-log.ts';
import { forEachConcurrently } from '../../platform/concurrency.ts';
import { isFast, isFree } from '../domain/attempts.ts';
import { isDelivery, webhookOf, type WebhookEntry, type QueueKey } from '../domain/delivery.ts';
import type { Webhook } from '../domain/webhook.ts';
import type { WebhookQueue } from '../store/webhook-queue.ts';

/** How many accounts are looked up in parallel. */
const AT_ONCE = 25;

const keyOf = (entry: WebhookEntry): QueueKey => {
  const { employerId, id } = entry;
  return isDelivery(entry) ? { employerId, partnerId: entry.partnerId, id } : { employerId, id };
};

interface WakeUps {
  queue: Pick<WebhookQueue, 'markDue'>;
  /** Lists the entries for an account's events, and creates missing deliveries. */
  ensureEntries: (accountId: number) => Promise<WebhookEntry[]>;
  now: () => Date;
}

/**
 * Lists the entries of accounts with new events that can be served while others wait. The schedule serves those whose
 * receivers are slow or fail, and those that another sender has leased, which may have been killed.
 */
export async function* fastEntries(
  { queue, ensureEntries, now }: WakeUps,
  accountIds: readonly number[],
): AsyncGenerator<QueueKey> {
  for (let from = 0; from < accountIds.length; from += AT_ONCE) {
    const lists = await Promise.all(accountIds.slice(from, from + AT_ONCE).map(ensureEntries));
    const fast = Map.groupBy(lists.flat(), (entry) => isFast(webhookOf(entry)) && isFree(entry, now()));
    await forEachConcurrently(fast.get(false) ?? [], AT_ONCE, (entry) => queue.markDue(keyOf(entry), now()));
    yield* (fast.get(true) ?? []).map(keyOf);
  }
}

interface MissedWakeUps {
  accounts: readonly Employer[];
  queue: WebhookQueue;
  events: Pick<EventLog, 'last'>;
  now: () => Date;
}

/** Marks as due the entries that have pending events but are not in the queue. */
export const markMissed = ({ accounts, queue, events, now }: MissedWakeUps): Promise<void> =>
  forEachConcurrently(
    accounts.filter(({ suspendedAt }) => suspendedAt === null),
    AT_ONCE,
    async (account) => {
      const entries = await queue.ensureEntries(account, now());
      const idle = entries.filter((entry) => webhookOf(entry).status === 'active' && entry.dueAt === null);
      const last = idle.length > 0 ? await events.last(account.id) : 0;
      for (const entry of idle) if (entry.cursor < last) await queue.markDue(entry, now());
    },
  );

/** The number of accounts that a fan-out processes under one lease. */
const PAGE_SIZE = 100;

/**
 * Serves a partner's webhook that is due: ends its backoff, or performs the next part of its fan-out, which starts the
 * deliveries for some accounts of its partner, first for the partner itself. A fan-out may be interrupted, and continues
 * from there. Returns whether more is left.
 */
export async function fanOut(queue: WebhookQueue, webhook: Webhook, now: () => Date): Promise<boolean> {
  const { employerId: partnerId, cursor, partnerScope } = webhook;
  if (!partnerScope?.round || webhook.status !== 'active') {
    // The backoff is over: the deliveries, which are still due, go on.
    await queue.updateFree(webhook, { ...webhook, dueAt: null }, now());
    return false;
  }
  const leased = await queue.lease(webhook, now());
  if (!leased) return false;
  const { data, next } = await queue.employersOf(partnerId, { after: cursor, limit: PAGE_SIZE });
  const ids = [...(cursor === 0 ? [partnerId] : []), ...data.map(({ id }) => id)];
  await forEachConcurrently(ids, AT_ONCE, (id) => queue.startDelivery(leased, id, now()));
  const done = { cursor: 0, dueAt: null, partnerScope: { ...partnerScope, round: null } };
  const after = { ...leased, leaseUntil: null, ...(next === undefined ? done : { cursor: next }) };
  if (!(await queue.record(leased, after))) await queue.endLease(leased);
  return true;
}
