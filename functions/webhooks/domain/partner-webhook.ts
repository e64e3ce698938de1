import type { EventType } from '../../../schemas/event.ts';
import type { DeliveryAttempt, WebhookCreate } from '../../../schemas/webhook.ts';
import { isPartner, type Employer } from '../../accounts/domain/employer.ts';
import { refuseViolations } from '../../validation/submission.ts';
import { afterAttempt, endOf, isDelivered, isRefused, withAttempt } from './attempts.ts';
import { updateWebhook, newWebhook, type Webhook, type WebhookChanges, type WebhookKey } from './webhook.ts';

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
export const isSentFrom = ({ partnerId, employerId }: WebhookKey, { type }: { type: string }): boolean =>
  partnerId === undefined || partnerId === employerId || !(inBothLogs as readonly string[]).includes(type);

/** Whether a webhook of a partner pauses because its receiver failed. */
export const isPaused = ({ failures, dueAt }: Webhook, at: Date): boolean =>
  failures > 0 && dueAt !== null && dueAt > at.toISOString();

type DeliveryProgress = 'cursor' | 'failures' | 'dueAt' | 'leaseUntil' | 'version';

/** The delivery of a webhook to an account: its own progress, and the webhook's settings. */
export function deliveryOf(
  webhook: Webhook,
  own: Pick<Webhook, DeliveryProgress> & Pick<WebhookKey, 'employerId'>,
): Webhook {
  const { partnerScope: _, failures: receiverFailures, ...common } = webhook;
  return { ...common, partnerId: webhook.employerId, receiverFailures, ...own };
}

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
 * Whether a failed attempt at a delivery says something about the receiver: not when it refuses that event, or when the
 * event failed before while the receiver took others.
 */
const isReceiverFailure = ({ failures, receiverFailures = 0 }: Webhook, attempt: DeliveryAttempt): boolean =>
  !isRefused(attempt) && (failures === 0 || receiverFailures > 0);

/**
 * The delivery to an account after an attempt. A failure of the receiver leaves it due, because its webhook pauses for
 * all accounts; an event that fails in all attempts while others arrive is skipped.
 */
export function afterDelivery(delivery: Webhook, attempt: DeliveryAttempt): Webhook {
  const after = afterAttempt(delivery, attempt);
  if (isDelivered(attempt) || after.reason === 'gone') return after;
  const dueAt = endOf(attempt).toISOString();
  if (isReceiverFailure(delivery, attempt)) {
    const { attempts } = after;
    return { ...delivery, attempts, failures: Math.max(1, delivery.failures), dueAt };
  }
  if (after.status !== 'disabled') return after;
  const attempts = withAttempt(delivery, { ...attempt, skipped: true });
  return { ...delivery, attempts, cursor: attempt.event, failures: 0, dueAt };
}

/**
 * A webhook of a partner after an attempt at one of its deliveries, which was as `before`. A success ends the pause
 * after failures.
 */
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
  const isNew = isReceiverFailure(before, attempt) && !isPaused(webhook, new Date(attempt.at));
  return isNew || reason === 'gone' ? afterAttempt(webhook, attempt) : noted;
}
