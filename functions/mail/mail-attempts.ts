import { CONFIRMATION_HOURS } from '../../schemas/application-limits.ts';
import type { FailureCode } from '../../schemas/application.ts';
import type { MailFailure } from './mail-failure.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** For how long a sender has a mail to itself: longer than a mail may take. */
export const LEASE_MILLIS = 5 * MINUTE;

/** The pauses after attempts that failed for a reason that may pass: seven days in all. */
const pauses = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, ...Array<number>(7).fill(DAY)];

/** What becomes of a mail after an attempt failed: it is due again after a pause, or it is given up. */
export type AfterFailure =
  | { state: 'queued'; attempts: number; pauseMillis: number }
  | { state: 'failed'; attempts: number; failure: FailureCode };

type Failed = Pick<MailFailure, 'fault' | 'failure'>;

/** `attempts` is how many had failed before. */
export function afterFailure({ fault, failure }: Failed, attempts: number): AfterFailure {
  if (fault === 'account') return { state: 'queued', attempts, pauseMillis: MINUTE };
  const pauseMillis = fault === 'passing' ? pauses[attempts] : undefined;
  return pauseMillis === undefined
    ? { state: 'failed', attempts: attempts + 1, failure }
    : { state: 'queued', attempts: attempts + 1, pauseMillis };
}

/** Whether a confirmation that was queued at a time (ISO 8601) comes too late. */
export const isLate = (queuedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(queuedAt) >= CONFIRMATION_HOURS * HOUR;

/** What becomes of a confirmation after an attempt failed: it is tried again as other mail is, but for a day only. */
export function afterFailedConfirmation(
  failed: Failed,
  { attempts, queuedAt }: { attempts: number; queuedAt: string },
  now: Date,
): AfterFailure {
  const after = afterFailure(failed, attempts);
  return after.state === 'queued' && isLate(queuedAt, new Date(now.getTime() + after.pauseMillis))
    ? { state: 'failed', attempts: attempts + 1, failure: failed.failure }
    : after;
}
