import type { Employer } from '../../accounts/domain/employer.ts';
import { forEachConcurrently } from '../../platform/concurrency.ts';
import { isFast, isFree } from '../domain/delivery.ts';
import type { Webhook, WebhookKey } from '../domain/webhook.ts';
import type { WebhookQueue } from '../store/webhook-queue.ts';

/** How many accounts are looked at at the same time. */
const AT_ONCE = 25;

const keyOf = ({ employerId, partnerId, id }: WebhookKey): WebhookKey => ({
  employerId,
  ...(partnerId !== undefined && { partnerId }),
  id,
});

interface WakeUps {
  queue: Pick<WebhookQueue, 'markDue'>;
  /** What the events of an account go to. */
  owedTo: (accountId: number) => Promise<Webhook[]>;
  now: () => Date;
}

/**
 * The webhooks of accounts whose log has grown that can be served while others wait. Those whose receivers are slow or fail are left to the
 * schedule, and so are those that another sender has, which may have died.
 */
export async function* fastWebhooks(
  { queue, owedTo, now }: WakeUps,
  accountIds: readonly number[],
): AsyncGenerator<WebhookKey> {
  for (let from = 0; from < accountIds.length; from += AT_ONCE) {
    const lists = await Promise.all(accountIds.slice(from, from + AT_ONCE).map(owedTo));
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

/** Marks the webhooks as due that owe something and are not in the queue. */
export const markMissed = ({ accounts, queue, log, now }: MissedWakeUps): Promise<void> =>
  forEachConcurrently(
    accounts.filter(({ suspendedAt }) => suspendedAt === null),
    AT_ONCE,
    async (account) => {
      const { id } = account;
      const idle = (await queue.owedBy(account, now())).filter(
        ({ status, dueAt }) => status === 'active' && dueAt === null,
      );
      const last = idle.length > 0 ? await log.last(id) : 0;
      for (const webhook of idle) if (webhook.cursor < last) await queue.markDue(webhook, now());
    },
  );
