import type { FailureCode } from '../../schemas/application.ts';

/**
 * The kinds of mail: an application to its employer, its confirmation to the candidate, a report of a posting to the
 * operator, a new link to the page for recruiters, and the notice of a disabled webhook.
 */
export const mailKinds = ['application', 'confirmation', 'report', 'link', 'webhook'] as const;

export type MailKind = (typeof mailKinds)[number];

/** A mail that is ready to be sent. */
export interface OutgoingMail {
  kind: MailKind;
  /** The id of the subject: an application or a report (public id), a job (link) or a webhook. */
  subjectId: string;
  /** When the mail was queued, in milliseconds since 1970. The time distinguishes the mails of one application. */
  queuedAt: number;
  from: string;
  to: string;
  /** The whole mail, headers included (RFC 5322). */
  message: Uint8Array;
}

/** A way to send mail. */
export interface Mailer {
  /** The maximum rate of this mailer, in mails per second. */
  perSecond: number;
  /** Sends a mail, and resolves once it is accepted. Throws MailFailure, also when the signal aborts. */
  send: (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;
  /** Deletes the mails of an erased application, if the mailer stores mails. */
  recall?: (applicationId: string) => Promise<void>;
}

/**
 * Why a mail was not sent:
 * - `refused`: the address or the mail itself was permanently refused;
 * - `passing`: a temporary problem. The mail may even have been sent, if only the response was lost;
 * - `account`: the service may not send (paused, not verified, over its quota) or cannot reach the mail server.
 *   This affects every mail, and no mail is at fault.
 */
export type MailFault = 'refused' | 'passing' | 'account';

interface Details {
  /** The reason that the employer sees if no further attempt is made. */
  failure?: FailureCode;
  cause?: unknown;
}

/** A mail was not sent, or its outcome is unknown. `code` is the operator's reason; it contains no personal data. */
export class MailFailure extends Error {
  readonly fault: MailFault;
  readonly code: string;
  readonly failure: FailureCode;

  constructor(fault: MailFault, code: string, { failure = 'undelivered', cause }: Details = {}) {
    super(`The mail was not sent: ${code}.`, { cause });
    this.fault = fault;
    this.code = code;
    this.failure = failure;
  }
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The pauses after attempts that failed temporarily: a week and some hours in total. */
const pauses = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, ...Array<number>(7).fill(DAY)];

/** The data that decide whether a mail is retried or given up. */
interface FailedMail {
  /** How many attempts failed before. */
  attempts: number;
  /** When the mail was queued (ISO 8601). */
  queuedAt: string;
}

/** The pause before the next attempt, in milliseconds; undefined when the mail is given up. */
export type RetryPolicy = (
  failure: Pick<MailFailure, 'fault'>,
  mail: FailedMail,
  now: Date,
) => number | undefined;

/** Retries for a week. Faults of the sending account do not count as attempts. */
export const retryForWeek: RetryPolicy = ({ fault }, { attempts }) => {
  if (fault === 'account') return MINUTE;
  return fault === 'passing' ? pauses[attempts] : undefined;
};

/** The maximum delay of a confirmation or a link, in milliseconds. */
export const MAX_DELAY_MILLIS = DAY;

export const isTooLate = (queuedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(queuedAt) >= MAX_DELAY_MILLIS;

/** Retries with the same pauses until the mail is too late. */
export const retryForDay: RetryPolicy = (failure, mail, now) => {
  const pause = retryForWeek(failure, mail, now);
  return pause === undefined || isTooLate(mail.queuedAt, new Date(now.getTime() + pause)) ? undefined : pause;
};
