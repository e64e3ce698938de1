import type { Employer } from '../../accounts/domain/employer.ts';
import { forEachConcurrently } from '../../platform/concurrency.ts';
import { isFast, isFree } from '../domain/attempts.ts';
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

/** How many accounts are seen to under one lease. */
const PAGE_SIZE = 100;

interface Settings {
  queue: WebhookQueue;
  /** The employers of a partner after an id, by their ids; `next` is where to go on if there are more. */
  employersOf: (
    partnerId: number,
    wanted: { after: number; limit: number },
  ) => Promise<{ data: { id: number }[]; next: number | undefined }>;
  now: () => Date;
}

/**
 * Makes the part of a webhook's round that is next: has it go on for some accounts of its partner, first for the partner
 * itself. A round may stop anywhere, and goes on from there. Returns whether there is more of it.
 */
export const fanOut =
  ({ queue, employersOf, now }: Settings) =>
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
    await forEachConcurrently(ids, AT_ONCE, (id) => queue.goOn(leased, id, now()));
    const done = { cursor: 0, dueAt: null, partnerScope: { ...partnerScope, round: null } };
    const after = { ...leased, leaseUntil: null, ...(next === undefined ? done : { cursor: next }) };
    if (!(await queue.record(leased, after))) await queue.endLease(leased);
    return true;
  };
