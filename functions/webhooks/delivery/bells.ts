import type { Employer } from '../../employers/domain/employer.ts';
import { sideBySide } from '../../platform/side-by-side.ts';
import { isFree, isQuick } from '../domain/delivery.ts';
import type { Webhook, WebhookKey } from '../domain/webhook.ts';
import type { WebhookQueue } from '../store/webhook-queue.ts';

/** How many employers are looked at at the same time. */
const AT_ONCE = 25;

const keyOf = ({ employerId, partnerId, id }: WebhookKey): WebhookKey => ({
  employerId,
  ...(partnerId !== undefined && { partnerId }),
  id,
});

/**
 * The webhooks of employers whose log has grown. Slow and failing receivers are left to the schedule, so that nobody else
 * waits for them, and so is what another sender has, which may have died.
 */
export async function* quickOnes(
  { ring, owedTo }: Pick<WebhookQueue, 'ring'> & { owedTo: (employerId: number) => Promise<Webhook[]> },
  employers: readonly number[],
  now: () => Date,
): AsyncGenerator<WebhookKey> {
  for (let from = 0; from < employers.length; from += AT_ONCE) {
    const lists = await Promise.all(employers.slice(from, from + AT_ONCE).map(owedTo));
    const quick = Map.groupBy(lists.flat(), (webhook) => isQuick(webhook) && isFree(webhook, now()));
    await sideBySide(quick.get(false) ?? [], AT_ONCE, (webhook) => ring(keyOf(webhook), now()));
    yield* (quick.get(true) ?? []).map(keyOf);
  }
}

interface LostBells {
  accounts: readonly Employer[];
  queue: WebhookQueue;
  log: { last: (employerId: number) => Promise<number> };
  now: () => Date;
}

/** Rings for the webhooks that owe something and are not in the queue. */
export const ringLostBells = ({ accounts, queue, log, now }: LostBells): Promise<void> =>
  sideBySide(
    accounts.filter(({ suspendedAt }) => suspendedAt === null),
    AT_ONCE,
    async (account) => {
      const { id } = account;
      const idle = (await queue.owedBy(account, now())).filter(
        ({ status, dueAt }) => status === 'active' && dueAt === null,
      );
      const last = idle.length > 0 ? await log.last(id) : 0;
      for (const webhook of idle) if (webhook.cursor < last) await queue.ring(webhook, now());
    },
  );
