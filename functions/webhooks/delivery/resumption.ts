import { forEachConcurrently } from '../../platform/concurrency.ts';
import { LEASE_MILLIS } from '../domain/attempts.ts';
import type { Webhook } from '../domain/webhook.ts';
import type { WebhookQueue } from '../store/webhook-queue.ts';

/** How many deliveries become due at a time. */
const PAGE_SIZE = 100;

/** How many deliveries are marked in parallel. */
const AT_ONCE = 25;

/**
 * Marks the next page of the deliveries of a partner's resumed webhook as due, first that of the partner's own log. An
 * interrupted page is repeated after the time of a lease. Returns whether more is left.
 */
export async function resumePage(queue: WebhookQueue, webhook: Webhook, now: () => Date): Promise<boolean> {
  const { employerId: partnerId, resumption } = webhook;
  if (!resumption?.dueAt || resumption.dueAt > now().toISOString()) return false;
  const { after, rewinds } = resumption;
  const dueAt = new Date(now().getTime() + LEASE_MILLIS).toISOString();
  const claimed = await queue.changeResumption(webhook, { after, rewinds, dueAt });
  if (!claimed) return false;
  const { data, next } = await queue.employersOf(partnerId, { after, limit: PAGE_SIZE });
  const ids = [...(after === 0 ? [partnerId] : []), ...data.map(({ id }) => id)];
  await forEachConcurrently(ids, AT_ONCE, (id) => queue.restart(claimed, id, now()));
  const rest = next === undefined ? null : { after: next, rewinds, dueAt: now().toISOString() };
  await queue.changeResumption(claimed, rest);
  return rest !== null;
}
