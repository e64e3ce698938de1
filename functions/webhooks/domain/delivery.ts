import {
  DELIVERY_SECONDS,
  SHOWN_ATTEMPTS,
  type DeliveryAttempt,
  type DisabledReason,
} from '../../../schemas/webhook.ts';
import type { Webhook } from './webhook.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long a receiver may take, in milliseconds. */
export const ATTEMPT_MILLIS = DELIVERY_SECONDS * SECOND;

/** For how long a sender has a webhook to itself: longer than it works on what it has read of the log. */
export const LEASE_MILLIS = 3 * MINUTE;

/** The pauses after attempts that failed (Standard Webhooks 1.0.0): more than three days in all. */
const pauses = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];

/** The status by which a receiver says that it wants nothing more. */
const GONE = 410;

export const isDelivered = ({ status }: Pick<DeliveryAttempt, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

/**
 * A webhook that gets nothing more until its owner, who is to be told, resumes it. The cursor stays, so that nothing is
 * skipped.
 */
export function disabled(webhook: Webhook, reason: DisabledReason, at: Date): Webhook {
  const since = at.toISOString();
  const notice = { queuedAt: since, dueAt: since, attempts: 0 };
  return { ...webhook, status: 'disabled', reason, dueAt: null, notice };
}

/** A webhook after an attempt to deliver the event after its cursor. */
export function afterAttempt(webhook: Webhook, attempt: DeliveryAttempt): Webhook {
  const attempts = [...webhook.attempts, attempt].slice(-SHOWN_ATTEMPTS);
  if (isDelivered(attempt)) {
    return { ...webhook, attempts, cursor: attempt.event, failures: 0 };
  }
  const failed = { ...webhook, attempts, failures: webhook.failures + 1 };
  const end = new Date(Date.parse(attempt.at) + attempt.milliseconds);
  if (attempt.status === GONE) return disabled(failed, 'gone', end);
  const pause = pauses[webhook.failures];
  if (pause === undefined) return disabled(failed, 'failed', end);
  return { ...failed, dueAt: new Date(end.getTime() + pause).toISOString() };
}

/** Whether no other sender has a webhook, and no pause after a failure is left. */
export function isFree({ dueAt, leaseUntil }: Pick<Webhook, 'dueAt' | 'leaseUntil'>, now: Date): boolean {
  const isOver = (time: string | null) => time === null || time <= now.toISOString();
  return isOver(dueAt) && isOver(leaseUntil);
}

/** How long a receiver takes at most that is quick, in milliseconds. */
const QUICK_MILLIS = 2_000;

/**
 * How long the next attempt is likely to take at most, in milliseconds: as long as the slowest one that is still known.
 * One that was slow long ago counts as just quick enough.
 */
export const likelyMillis = ({ attempts }: Pick<Webhook, 'attempts'>): number =>
  Math.min(QUICK_MILLIS, Math.max(0, ...attempts.map(({ milliseconds }) => milliseconds)));

/** Whether the last attempt found a receiver that was quick, or there was none yet. */
export function isQuick({ attempts }: Pick<Webhook, 'attempts'>): boolean {
  const last = attempts.at(-1);
  return last === undefined || (isDelivered(last) && last.milliseconds <= QUICK_MILLIS);
}
