import type { FailureCode } from '../../schemas/application.ts';
import { mailKinds, type MailKind } from './mailer.ts';

/** A mail service's report on a mail. */
export type MailEvent = 'accepted' | 'delivered' | 'refused' | 'undelivered' | 'bounced' | 'complained';

/** The fields of an SES event that the service reads, as EventBridge delivers the event. */
export interface SesEvent {
  detail: {
    eventType: string;
    mail: { tags?: Record<string, readonly string[]> };
    bounce?: { bounceType?: string; bounceSubType?: string };
  };
}

/** A report of SES on one mail. */
export interface MailReport {
  kind: MailKind;
  event: MailEvent;
  /** Why the mail did not arrive. */
  code: string | undefined;
  /** The reason that the employer sees. */
  failure: FailureCode | undefined;
  /** The id of the mail's subject (OutgoingMail). */
  subjectId: string;
  /** When the mail was queued, in milliseconds since 1970. */
  queuedAt: number;
}

type ReportedState = Pick<MailReport, 'event' | 'code' | 'failure'>;

/** The failures of temporary bounces, by subtype. Any other subtype means `undelivered`. */
const failures = new Map<string, FailureCode>([
  ['MailboxFull', 'mailbox_full'],
  ['MessageTooLarge', 'mail_refused'],
  ['ContentRejected', 'mail_refused'],
  ['AttachmentRejected', 'mail_refused'],
]);

const parsers: Record<string, (detail: SesEvent['detail']) => ReportedState> = {
  Send: () => ({ event: 'accepted', code: undefined, failure: undefined }),
  Delivery: () => ({ event: 'delivered', code: undefined, failure: undefined }),
  Reject: () => ({ event: 'refused', code: 'ses_rejected', failure: 'mail_refused' }),
  Complaint: () => ({ event: 'complained', code: 'ses_complaint', failure: 'complaint' }),
  // Only a permanent bounce proves that the address is wrong.
  Bounce: ({ bounce: { bounceType = '', bounceSubType = '' } = {} }) => ({
    ...(bounceType === 'Permanent'
      ? { event: 'bounced', failure: 'address_refused' }
      : { event: 'undelivered', failure: failures.get(bounceSubType) ?? 'undelivered' }),
    code: `ses_bounce_${bounceType}_${bounceSubType}`,
  }),
};

/** Parses an event. Undefined for an event of an unknown type, or about a mail without the service's tags. */
export function parseMailReport({ detail }: SesEvent): MailReport | undefined {
  const { eventType } = detail;
  const state = Object.hasOwn(parsers, eventType) ? parsers[eventType]?.(detail) : undefined;
  const {
    mail: [named] = [],
    application: [subjectId] = [],
    queuedAt: [queuedAt] = [],
  } = detail.mail.tags ?? {};
  if (!state || subjectId === undefined || !/^\d{1,15}$/.test(queuedAt ?? '')) return undefined;
  // Old versions had no confirmations, and did not tag the kind of the mail.
  const kind = mailKinds.find((each) => each === named) ?? 'application';
  return { ...state, kind, subjectId, queuedAt: Number(queuedAt) };
}
