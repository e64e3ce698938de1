import type { EventType } from '../../../schemas/event.ts';
import { SHOWN_ATTEMPTS, type DeliveryAttempt } from '../../../schemas/webhook.ts';
import { isPartner, type Employer } from '../../accounts/domain/employer.ts';
import { backoffEnd, disabled, endOf, isDelivered, isGone, isRefused, pauseEnd } from './attempts.ts';
import type { Progress, Webhook, WebhookKey } from './webhook.ts';

/** Identifies the delivery of the events of the account `employerId` to a webhook. */
export interface DeliveryKey extends WebhookKey {
  /** The partner that owns the webhook; null for a webhook of the employer itself. */
  partnerId: number | null;
}

/** The delivery of an account's events to a webhook. An employer's webhook has one, a partner's one for each account. */
export interface Delivery extends DeliveryKey, Progress {
  /** The webhook, which may be a few seconds old if it is a partner's. */
  webhook: Webhook;
}

/** The key of the webhook that a delivery sends to. */
export const webhookKeyOf = ({ employerId, partnerId, id }: DeliveryKey): WebhookKey => ({
  employerId: partnerId ?? employerId,
  id,
});

/** The delivery of an employer's webhook; none for a partner's webhook. */
export const ownDeliveries = (webhook: Webhook): Delivery[] =>
  webhook.progress
    ? [{ employerId: webhook.employerId, partnerId: null, id: webhook.id, ...webhook.progress, webhook }]
    : [];

/** The partner whose webhooks get the events of an account: the account's partner, or the account itself. */
export const partnerOf = (account: Employer): number | undefined =>
  isPartner(account) ? account.id : account.partner?.id;

/** The events of an employer that are also in its partner's log, from which the partner's webhooks get them. */
const inBothLogs: readonly EventType[] = [
  'employer.updated',
  'employer.suspended',
  'employer.resumed',
  'employer.deletion_requested',
];

/** Whether a webhook gets an event from this log: a partner's webhook gets each change from one log only. */
export const isSentFrom = ({ employerId, partnerId }: DeliveryKey, { type }: { type: string }): boolean =>
  partnerId === null || partnerId === employerId || !(inBothLogs as readonly string[]).includes(type);

/** Whether the deliveries of a webhook wait because its receiver failed. */
export const isBackingOff = ({ pausedUntil }: Webhook, at: Date): boolean =>
  pausedUntil !== null && pausedUntil > at.toISOString();

type Outcome = 'delivered' | 'gone' | 'receiver_failed' | 'event_failed' | 'skipped';

/**
 * What an attempt means. A failure is one of the receiver, unless the receiver of a partner refuses that event, or the
 * event failed before while the receiver took others. Such an event is skipped after the last retry.
 */
function outcomeOf({ partnerId, failures, webhook }: Delivery, attempt: DeliveryAttempt): Outcome {
  if (isDelivered(attempt)) return 'delivered';
  if (isGone(attempt)) return 'gone';
  if (partnerId === null) return 'receiver_failed';
  // A success resets the failures of the webhook, so 0 after a failed attempt means that the receiver took others.
  if (!isRefused(attempt) && (failures === 0 || webhook.failures > 0)) return 'receiver_failed';
  return backoffEnd(failures, attempt) === null ? 'skipped' : 'event_failed';
}

/** The webhook after an attempt of which its receiver failed. Failures that end during a pause count once. */
function afterFailure(webhook: Webhook, attempt: DeliveryAttempt): Webhook {
  if (isBackingOff(webhook, new Date(attempt.at))) return webhook;
  const { failures, progress, failingSince } = webhook;
  const failed = { ...webhook, failures: failures + 1, failingSince: failingSince ?? attempt.at };
  const pausedUntil = progress ? backoffEnd(failures, attempt) : pauseEnd(failed.failingSince, attempt);
  return pausedUntil === null ? disabled(failed, 'failed', endOf(attempt)) : { ...failed, pausedUntil };
}

function webhookAfter(
  webhook: Webhook,
  { attempt, outcome, employerId }: { attempt: DeliveryAttempt; outcome: Outcome; employerId: number },
): Webhook {
  const { event, at } = attempt;
  const isSkipped = outcome === 'skipped';
  const lastAttempt = isSkipped ? ({ ...attempt, skipped: true } as const) : attempt;
  const noted = { ...webhook, attempts: [...webhook.attempts, lastAttempt].slice(-SHOWN_ATTEMPTS) };
  if (outcome === 'delivered') return { ...noted, failures: 0, failingSince: null, pausedUntil: null };
  if (outcome === 'gone')
    return disabled({ ...noted, failures: webhook.failures + 1 }, 'gone', endOf(attempt));
  if (outcome === 'receiver_failed') return afterFailure(noted, attempt);
  return isSkipped ? { ...noted, skipped: { employer: employerId, event, at } } : noted;
}

/**
 * A delivery and its webhook, which is now as `present`, after an attempt. A failure of a partner's receiver leaves the
 * delivery due, because the webhook backs off for all accounts.
 */
export function afterAttempt(
  delivery: Delivery,
  attempt: DeliveryAttempt,
  present: Webhook = delivery.webhook,
): Delivery {
  const { employerId, partnerId, failures } = delivery;
  const outcome = outcomeOf(delivery, attempt);
  const webhook = webhookAfter(present, { attempt, outcome, employerId });
  const endedAt = endOf(attempt).toISOString();
  const progress = {
    delivered: { cursor: attempt.event, failures: 0 },
    gone: { failures: failures + 1, dueAt: null },
    receiver_failed:
      partnerId === null
        ? { failures: webhook.failures, dueAt: webhook.pausedUntil }
        : // At least 1, so that `outcomeOf` knows at the next attempt that the event has failed before.
          { failures: Math.max(1, failures), dueAt: endedAt },
    event_failed: { failures: failures + 1, dueAt: backoffEnd(failures, attempt) },
    skipped: { cursor: attempt.event, failures: 0, dueAt: endedAt },
  }[outcome];
  return { ...delivery, ...progress, webhook };
}
