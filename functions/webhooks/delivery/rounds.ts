import { forEachConcurrently } from '../../platform/concurrency.ts';
import type { Webhook } from '../domain/webhook.ts';
import type { WebhookQueue } from '../store/webhook-queue.ts';

/** How many accounts are seen to at the same time. */
const AT_ONCE = 25;

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
export const goRound =
  ({ queue, employersOf, now }: Settings) =>
  async (webhook: Webhook): Promise<boolean> => {
    const { employerId: partnerId, cursor, reach } = webhook;
    if (!reach?.round || webhook.status !== 'active') {
      await queue.settle(webhook, { ...webhook, dueAt: null }, now());
      return false;
    }
    const leased = await queue.lease(webhook, now());
    if (!leased) return false;
    const { data, next } = await employersOf(partnerId, { after: cursor, limit: PAGE_SIZE });
    const ids = [...(cursor === 0 ? [partnerId] : []), ...data.map(({ id }) => id)];
    await forEachConcurrently(ids, AT_ONCE, (id) => queue.goOn(leased, id, now()));
    const done = { cursor: 0, dueAt: null, reach: { ...reach, round: null } };
    const after = { ...leased, leaseUntil: null, ...(next === undefined ? done : { cursor: next }) };
    if (!(await queue.record(leased, after))) await queue.endLease(leased);
    return true;
  };
