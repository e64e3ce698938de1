import { CONFIRMATION_HOURS } from '../../../schemas/application-limits.ts';
import { afterFailure, type AfterFailure } from './mail-attempts.ts';
import type { MailFailure } from './mail-failure.ts';

const MAX_MILLIS = CONFIRMATION_HOURS * 60 * 60 * 1_000;

/** Whether a confirmation that was queued at a time (ISO 8601) comes too late. */
export const isLate = (queuedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(queuedAt) >= MAX_MILLIS;

/** What becomes of a confirmation after an attempt failed: as of other mail, but for a day only. */
export function afterFailedConfirmation(
  failure: Pick<MailFailure, 'fault' | 'failure'>,
  { attempts, queuedAt }: { attempts: number; queuedAt: string },
  now: Date,
): AfterFailure {
  const after = afterFailure(failure, attempts);
  return after.state === 'queued' && isLate(queuedAt, new Date(now.getTime() + after.pauseMillis))
    ? { state: 'failed', attempts: attempts + 1, failure: failure.failure }
    : after;
}

/** Whether the address itself is what refused the mail. */
export const isBounce = ({ fault, failure }: Pick<MailFailure, 'fault' | 'failure'>): boolean =>
  fault === 'refused' && failure === 'address_refused';
