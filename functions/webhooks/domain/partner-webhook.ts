import type { EventType } from '../../../schemas/event.ts';
import type { DeliveryAttempt, WebhookCreate } from '../../../schemas/webhook.ts';
import { isPartner, type Employer } from '../../accounts/domain/employer.ts';
import { refuseViolations } from '../../validation/submission.ts';
import { afterAttempt, endOf, isDelivered, isRefused, withAttempt } from './attempts.ts';
import { updateWebhook, newWebhook, type Webhook, type WebhookChanges, type WebhookKey } from './webhook.ts';

/** The partner whose webhooks get the events of an account: its own, or itself. */
export const partnerOf = (account: Employer): number | undefined =>
  isPartner(account) ? account.id : account.partner?.id;

/** A new webhook of a partner. Nothing is due yet: its deliveries begin with the events of its accounts. */
export const newPartnerWebhook = (
  settings: WebhookCreate,
  key: Omit<Parameters<typeof newWebhook>[1], 'cursor'>,
): Webhook => ({
  ...newWebhook(settings, { ...key, cursor: 0 }),
  dueAt: null,
  partnerScope: { since: key.createdAt, round: null },
});

/** What happens to an employer and is in the log of its partner, too, which is delivered to the partner's webhooks. */
const inBothLogs: readonly EventType[] = ['employer.updated', 'employer.suspended', 'employer.resumed'];

/** Whether a webhook gets an event of the log that it is served from: a partner's gets each change from one log. */
export const isSentFrom = ({ partnerId, employerId }: WebhookKey, { type }: { type: string }): boolean =>
  partnerId === undefined || partnerId === employerId || !(inBothLogs as readonly string[]).includes(type);

/** Whether a webhook of a partner waits for its receiver, which has failed. */
export const isPaused = ({ failures, dueAt }: Webhook, at: Date): boolean =>
  failures > 0 && dueAt !== null && dueAt > at.toISOString();

type Place = 'cursor' | 'failures' | 'dueAt' | 'leaseUntil' | 'version';

/** The delivery of a webhook to an account: how far it has been served for that one, and what it has for all. */
export function deliveryOf(
  webhook: Webhook,
  own: Pick<Webhook, Place> & Pick<WebhookKey, 'employerId'>,
): Webhook {
  const { partnerScope: _, failures: receiverFailures, ...common } = webhook;
  return { ...common, partnerId: webhook.employerId, receiverFailures, ...own };
}

/** Refuses a place to go on from that is not the beginning. Throws Refusal `validation_failed`. */
function requireBeginning(cursor: number | undefined): void {
  if (cursor === undefined || cursor === 0) return;
  const message =
    'cursor must be 0: there is one for each employer, and 0 sends all that is kept of each again.';
  refuseViolations([{ pointer: '/cursor', code: 'not_allowed', message }]);
}

/**
 * A webhook of a partner with the fields that were sent. A status or a cursor begins a round over its accounts, in which one
 * that was to begin again and is not done is contained. Throws Refusal `validation_failed`.
 */
export function updatePartnerWebhook(
  webhook: Webhook,
  { cursor, ...sent }: WebhookChanges,
  now: Date,
): Webhook {
  requireBeginning(cursor);
  const amended = updateWebhook(webhook, { ...sent, ...(cursor === 0 && { cursor }) }, now);
  if (cursor === undefined && sent.status === undefined) return amended;
  const { since = null, round = null } = webhook.partnerScope ?? {};
  const rewinds = cursor === 0 || round === 'rewind';
  return {
    ...amended,
    cursor: 0,
    partnerScope: { since: cursor === 0 ? null : since, round: rewinds ? 'rewind' : 'resume' },
  };
}

/**
 * Whether a failed attempt at a delivery tells of the receiver: not if it refuses that event, or if the event has failed
 * before while the receiver took others.
 */
const tellsOfReceiver = ({ failures, receiverFailures = 0 }: Webhook, attempt: DeliveryAttempt): boolean =>
  !isRefused(attempt) && (failures === 0 || receiverFailures > 0);

/**
 * The delivery to an account after an attempt. A failure of the receiver leaves it due, for its webhook pauses for all accounts; an event
 * that fails in all attempts while others arrive is skipped.
 */
export function afterDelivery(delivery: Webhook, attempt: DeliveryAttempt): Webhook {
  const after = afterAttempt(delivery, attempt);
  if (isDelivered(attempt) || after.reason === 'gone') return after;
  const dueAt = endOf(attempt).toISOString();
  if (tellsOfReceiver(delivery, attempt)) {
    const { attempts } = after;
    return { ...delivery, attempts, failures: Math.max(1, delivery.failures), dueAt };
  }
  if (after.status !== 'disabled') return after;
  const attempts = withAttempt(delivery, { ...attempt, skipped: true });
  return { ...delivery, attempts, cursor: attempt.event, failures: 0, dueAt };
}

/** A webhook of a partner after an attempt at one of its deliveries, which was as `before`. A success ends the pause after failures. */
export function withDeliveryStatus(
  webhook: Webhook,
  before: Webhook,
  { employerId, attempts, reason }: Webhook,
): Webhook {
  const attempt = attempts.at(-1);
  if (!attempt) return webhook;
  const noted = { ...webhook, attempts: withAttempt(webhook, attempt) };
  if (attempt.skipped) {
    return { ...noted, skipped: { employer: employerId, event: attempt.event, at: attempt.at } };
  }
  if (isDelivered(attempt)) {
    const dueAt = webhook.partnerScope?.round ? attempt.at : null;
    return { ...noted, failures: 0, ...(webhook.failures > 0 && { dueAt }) };
  }
  const isNew = tellsOfReceiver(before, attempt) && !isPaused(webhook, new Date(attempt.at));
  return isNew || reason === 'gone' ? afterAttempt(webhook, attempt) : noted;
}
