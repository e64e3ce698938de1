import type { Employer } from '../../accounts/domain/employer.ts';
import { forEachConcurrently } from '../../platform/concurrency.ts';
import { isFast, isFree } from '../domain/attempts.ts';
import type { Webhook, WebhookKey } from '../domain/webhook.ts';
import type { WebhookQueue } from '../store/webhook-queue.ts';

/** How many accounts are looked up in parallel. */
const AT_ONCE = 25;

const keyOf = ({ employerId, partnerId, id }: WebhookKey): WebhookKey => ({
  employerId,
  ...(partnerId !== undefined && { partnerId }),
  id,
});

interface WakeUps {
  queue: Pick<WebhookQueue, 'markDue'>;
  /** Lists the webhooks and deliveries that get the events of an account, and creates missing deliveries. */
  ensureReceivers: (accountId: number) => Promise<Webhook[]>;
  now: () => Date;
}

/**
 * Lists the webhooks of accounts with new events that can be served while others wait. The schedule serves those whose
 * receivers are slow or fail, and those that another sender has leased, which may have been killed.
 */
export async function* fastWebhooks(
  { queue, ensureReceivers, now }: WakeUps,
  accountIds: readonly number[],
): AsyncGenerator<WebhookKey> {
  for (let from = 0; from < accountIds.length; from += AT_ONCE) {
    const lists = await Promise.all(accountIds.slice(from, from + AT_ONCE).map(ensureReceivers));
    const fast = Map.groupBy(lists.flat(), (webhook) => isFast(webhook) && isFree(webhook, now()));
    await forEachConcurrently(fast.get(false) ?? [], AT_ONCE, (webhook) =>
      queue.markDue(keyOf(webhook), now()),
    );
    yield* (fast.get(true) ?? []).map(keyOf);
  }
}

interface MissedWakeUps {
  accounts: readonly Employer[];
  queue: WebhookQueue;
  log: { last: (employerId: number) => Promise<number> };
  now: () => Date;
}

/** Marks as due the webhooks that have pending events but are not in the queue. */
export const markMissed = ({ accounts, queue, log, now }: MissedWakeUps): Promise<void> =>
  forEachConcurrently(
    accounts.filter(({ suspendedAt }) => suspendedAt === null),
    AT_ONCE,
    async (account) => {
      const { id } = account;
      const idle = (await queue.ensureReceivers(account, now())).filter(
        ({ status, dueAt }) => status === 'active' && dueAt === null,
      );
      const last = idle.length > 0 ? await log.last(id) : 0;
      for (const webhook of idle) if (webhook.cursor < last) await queue.markDue(webhook, now());
    },
  );

/** The number of accounts that a fan-out processes under one lease. */
const PAGE_SIZE = 100;

interface FanOutDeps {
  queue: WebhookQueue;
  /** Lists the employers of a partner after an id, by id; `next` continues the list when there are more. */
  employersOf: (
    partnerId: number,
    page: { after: number; limit: number },
  ) => Promise<{ data: { id: number }[]; next: number | undefined }>;
  now: () => Date;
}

/**
 * Performs the next part of a webhook's fan-out: starts the deliveries for some accounts of its partner, first for the
 * partner itself. A fan-out may be interrupted, and continues from there. Returns whether more is left.
 */
export const fanOut =
  ({ queue, employersOf, now }: FanOutDeps) =>
  async (webhook: Webhook): Promise<boolean> => {
    const { employerId: partnerId, cursor, partnerScope } = webhook;
    if (!partnerScope?.round || webhook.status !== 'active') {
      await queue.settle(webhook, { ...webhook, dueAt: null }, now());
      return false;
    }
    const leased = await queue.lease(webhook, now());
    if (!leased) return false;
    const { data, next } = await employersOf(partnerId, { after: cursor, limit: PAGE_SIZE });
    const ids = [...(cursor === 0 ? [partnerId] : []), ...data.map(({ id }) => id)];
    await forEachConcurrently(ids, AT_ONCE, (id) => queue.startDelivery(leased, id, now()));
    const done = { cursor: 0, dueAt: null, partnerScope: { ...partnerScope, round: null } };
    const after = { ...leased, leaseUntil: null, ...(next === undefined ? done : { cursor: next }) };
    if (!(await queue.record(leased, after))) await queue.endLease(leased);
    return true;
  };
