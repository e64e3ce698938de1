import type { EventType } from '../../../schemas/event.ts';
import type { DeliveryAttempt, WebhookCreate } from '../../../schemas/webhook.ts';
import { isPartner, type Employer } from '../../accounts/domain/employer.ts';
import { refuseViolations } from '../../validation/submission.ts';
import { afterAttempt, backoffEnd, endOf, isDelivered, isGone, isRefused, withAttempt } from './attempts.ts';
import {
  newWebhook,
  updateWebhook,
  type Progress,
  type Webhook,
  type WebhookChanges,
  type WebhookKey,
} from './webhook.ts';

/** Identifies the delivery of the events of the account `employerId` to the webhook `id` of the partner. */
export interface DeliveryKey extends WebhookKey {
  partnerId: number;
}

/** The delivery of one account's events to a webhook of its partner. */
export interface Delivery extends DeliveryKey, Progress {
  /** The partner's webhook, which may be a few seconds old. */
  webhook: Webhook;
}

/** An entry of the queue: an employer's webhook, a partner's webhook with a pending fan-out or a backoff, or a delivery. */
export type WebhookEntry = Webhook | Delivery;

export type QueueKey = WebhookKey | DeliveryKey;

export const isDelivery = (entry: WebhookEntry): entry is Delivery => 'webhook' in entry;

/** The webhook that an entry sends events to. */
export const webhookOf = (entry: WebhookEntry): Webhook => (isDelivery(entry) ? entry.webhook : entry);

/** The partner whose webhooks get the events of an account: the account's partner, or the account itself. */
export const partnerOf = (account: Employer): number | undefined =>
  isPartner(account) ? account.id : account.partner?.id;

/** Creates a webhook of a partner. It is not due yet: its deliveries begin with the events of its accounts. */
export const newPartnerWebhook = (
  settings: WebhookCreate,
  key: Omit<Parameters<typeof newWebhook>[1], 'cursor'>,
): Webhook => ({
  ...newWebhook(settings, { ...key, cursor: 0 }),
  dueAt: null,
  partnerScope: { since: key.createdAt, round: null },
});

/** The events of an employer that are also in its partner's log, from which the partner's webhooks get them. */
const inBothLogs: readonly EventType[] = [
  'employer.updated',
  'employer.suspended',
  'employer.resumed',
  'employer.deletion_requested',
];

/** Whether a webhook gets an event from this log: a partner's webhook gets each change from one log only. */
export const isSentFrom = (key: QueueKey, { type }: { type: string }): boolean =>
  !('partnerId' in key) ||
  key.partnerId === key.employerId ||
  !(inBothLogs as readonly string[]).includes(type);

/** Whether the deliveries of a partner's webhook wait because its receiver failed. */
export const isBackingOff = ({ failures, dueAt }: Webhook, at: Date): boolean =>
  failures > 0 && dueAt !== null && dueAt > at.toISOString();

/** Refuses a cursor other than 0, the beginning of the log. Throws Refusal `validation_failed`. */
function requireBeginning(cursor: number | undefined): void {
  if (cursor === undefined || cursor === 0) return;
  const message =
    'cursor must be 0: there is one for each employer, and 0 sends all that is kept of each again.';
  refuseViolations([{ pointer: '/cursor', code: 'not_allowed', message }]);
}

/**
 * A webhook of a partner with the fields that were sent. A status or a cursor starts a fan-out over its accounts, which
 * includes an unfinished rewind. Throws Refusal `validation_failed`.
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
 * What an attempt means for a delivery and its webhook. A failure is one of the receiver, unless the receiver refuses
 * that event, or the event failed before while the receiver took others. Such an event is skipped after the last retry.
 */
function outcomeOf({ failures, webhook }: Delivery, attempt: DeliveryAttempt) {
  if (isDelivered(attempt)) return 'delivered';
  if (isGone(attempt)) return 'gone';
  // A success resets the failures of the webhook, so 0 after a failed attempt means that the receiver took others.
  if (!isRefused(attempt) && (failures === 0 || webhook.failures > 0)) return 'receiver_failed';
  return backoffEnd(failures, attempt) === null ? 'skipped' : 'event_failed';
}

/**
 * The delivery after an attempt. A failure of the receiver leaves it due, because its webhook backs off for all
 * accounts.
 */
export function afterDelivery(delivery: Delivery, attempt: DeliveryAttempt): Delivery {
  const { failures } = delivery;
  const dueAt = endOf(attempt).toISOString();
  const progress = {
    delivered: { cursor: attempt.event, failures: 0 },
    gone: { failures: failures + 1, dueAt: null },
    // At least 1, so that `outcomeOf` knows at the next attempt that the event has failed before.
    receiver_failed: { failures: Math.max(1, failures), dueAt },
    event_failed: { failures: failures + 1, dueAt: backoffEnd(failures, attempt) },
    skipped: { cursor: attempt.event, failures: 0, dueAt },
  }[outcomeOf(delivery, attempt)];
  const { webhook } = delivery;
  return { ...delivery, ...progress, webhook: { ...webhook, attempts: withAttempt(webhook, attempt) } };
}

/**
 * The present state of a partner's webhook after an attempt at a delivery, which was as `before`. A success ends the
 * backoff.
 */
export function withDeliveryAttempt(webhook: Webhook, before: Delivery, attempt: DeliveryAttempt): Webhook {
  const noted = { ...webhook, attempts: withAttempt(webhook, attempt) };
  const outcome = outcomeOf(before, attempt);
  if (outcome === 'gone') return afterAttempt(webhook, attempt);
  if (outcome === 'receiver_failed' && !isBackingOff(webhook, new Date(attempt.at)))
    return afterAttempt(webhook, attempt);
  if (outcome === 'delivered') {
    const dueAt = webhook.partnerScope?.round ? attempt.at : null;
    return { ...noted, failures: 0, ...(webhook.failures > 0 && { dueAt }) };
  }
  if (outcome !== 'skipped') return noted;
  const { event, at } = attempt;
  const attempts = withAttempt(webhook, { ...attempt, skipped: true });
  return { ...webhook, attempts, skipped: { employer: before.employerId, event, at } };
}
