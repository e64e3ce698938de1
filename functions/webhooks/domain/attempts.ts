import { DELIVERY_SECONDS, type DeliveryAttempt, type DisabledReason } from '../../../schemas/webhook.ts';
import type { Progress, Webhook } from './webhook.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The time limit of a receiver, in milliseconds. */
export const ATTEMPT_MILLIS = DELIVERY_SECONDS * SECOND;

/** The duration of a lease in milliseconds: longer than a run of the senders. */
export const LEASE_MILLIS = 3 * MINUTE;

/** The waiting times after failed attempts (Standard Webhooks 1.0.0): more than three days in all. */
const backoffs = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];

/** The status with which a receiver declines all further events: 410 Gone. */
const GONE = 410;

/** The statuses with which a receiver accepts no event now: Request Timeout, Too Many Requests. */
const NOT_NOW = [408, 429];

export const isDelivered = ({ status }: Pick<DeliveryAttempt, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

export const isGone = ({ status }: Pick<DeliveryAttempt, 'status'>): boolean => status === GONE;

/** Whether a receiver refuses this event, but may accept others. */
export const isRefused = ({ status }: Pick<DeliveryAttempt, 'status'>): boolean =>
  status !== null && status >= 400 && status < 500 && ![GONE, ...NOT_NOW].includes(status);

/** The time at which an attempt ended. */
export const endOf = ({ at, milliseconds }: DeliveryAttempt) => new Date(Date.parse(at) + milliseconds);

/** The time of the next attempt, in ISO 8601, after one that `failures` others preceded; null after the last one. */
export function backoffEnd(failures: number, attempt: DeliveryAttempt): string | null {
  const millis = backoffs[failures];
  return millis === undefined ? null : new Date(endOf(attempt).getTime() + millis).toISOString();
}

/** The bounds of the pauses after failures of a partner's receiver. */
const SHORTEST_PAUSE = 5 * SECOND;
const LONGEST_PAUSE = 4 * MINUTE;

/** How long the receiver of a partner may fail: as long as an event is attempted. */
const LONGEST_OUTAGE = backoffs.reduce((sum, millis) => sum + millis);

/**
 * The end of the pause after a failure of a partner's receiver, in ISO 8601: a fifth of the time for which it has failed,
 * so that a short outage delays little. Null when it has failed for too long.
 */
export function pauseEnd(failingSince: string, attempt: DeliveryAttempt): string | null {
  const end = endOf(attempt).getTime();
  const outage = end - Date.parse(failingSince);
  const millis = Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, outage / 5));
  return outage > LONGEST_OUTAGE ? null : new Date(end + millis).toISOString();
}

/** Disables a webhook until its owner, who gets a notice, resumes it. The cursor stays, so that no event is skipped. */
export function disabled(webhook: Webhook, reason: DisabledReason, at: Date): Webhook {
  const since = at.toISOString();
  const notice = { queuedAt: since, dueAt: since, attempts: 0 };
  return { ...webhook, status: 'disabled', reason, pausedUntil: null, notice };
}

/** Whether no other sender has the lease, and the backoff after a failure is over. */
export function isFree({ dueAt, leaseUntil }: Pick<Progress, 'dueAt' | 'leaseUntil'>, now: Date): boolean {
  const isOver = (time: string | null) => time === null || time <= now.toISOString();
  return isOver(dueAt) && isOver(leaseUntil);
}

/** The maximum duration of an attempt in a wake-up, while the events of other accounts wait, in milliseconds. */
export const FAST_MILLIS = 2_000;

/** How many of the last attempts decide whether a receiver is fast. */
const RECENT_ATTEMPTS = 5;

const isSlow = ({ error, milliseconds }: DeliveryAttempt) =>
  error === 'timed_out' || milliseconds > FAST_MILLIS;

/**
 * Whether a webhook can be served while others wait: no attempt failed since the last success, and none of the last few
 * was slow.
 */
export function isFast(webhook: Pick<Webhook, 'attempts'>): boolean {
  const last = webhook.attempts.at(-1);
  return (last === undefined || isDelivered(last)) && !webhook.attempts.slice(-RECENT_ATTEMPTS).some(isSlow);
}
