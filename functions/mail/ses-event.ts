import type { FailureCode } from '../../schemas/application.ts';
import { mailKinds, type MailKind } from './mailer.ts';

/** What a mail service reports of a mail that it was given. */
export type MailEvent = 'accepted' | 'delivered' | 'refused' | 'undelivered' | 'bounced' | 'complained';

/** The part that matters here of an event of SES, as EventBridge delivers it. */
export interface SesEvent {
  detail: {
    eventType: string;
    mail: { tags?: Record<string, readonly string[]> };
    bounce?: { bounceType?: string; bounceSubType?: string };
  };
}

/** What SES reports of a mail about an application. */
export interface MailReport {
  kind: MailKind;
  event: MailEvent;
  /** Why the mail did not arrive. */
  code: string | undefined;
  /** Why the mail did not arrive, as the employer is told. */
  failure: FailureCode | undefined;
  /** The id of the mail's subject (OutgoingMail). */
  subjectId: string;
  /** When the mail was queued, in milliseconds since 1970. */
  queuedAt: number;
}

type Facts = Pick<MailReport, 'event' | 'code' | 'failure'>;

/** What a bounce for now says, by its kind; any other says only that SES has given up. */
const failures = new Map<string, FailureCode>([
  ['MailboxFull', 'mailbox_full'],
  ['MessageTooLarge', 'mail_refused'],
  ['ContentRejected', 'mail_refused'],
  ['AttachmentRejected', 'mail_refused'],
]);

const facts: Record<string, (detail: SesEvent['detail']) => Facts> = {
  Send: () => ({ event: 'accepted', code: undefined, failure: undefined }),
  Delivery: () => ({ event: 'delivered', code: undefined, failure: undefined }),
  Reject: () => ({ event: 'refused', code: 'ses_rejected', failure: 'mail_refused' }),
  Complaint: () => ({ event: 'complained', code: 'ses_complaint', failure: 'complaint' }),
  // Only a permanent bounce is about the address.
  Bounce: ({ bounce: { bounceType = '', bounceSubType = '' } = {} }) => ({
    ...(bounceType === 'Permanent'
      ? { event: 'bounced', failure: 'address_refused' }
      : { event: 'undelivered', failure: failures.get(bounceSubType) ?? 'undelivered' }),
    code: `ses_bounce_${bounceType}_${bounceSubType}`,
  }),
};

/** Reads an event; undefined when it is of another kind, or of a mail that the service did not tag. */
export function mailReport({ detail }: SesEvent): MailReport | undefined {
  const { eventType } = detail;
  const known = Object.hasOwn(facts, eventType) ? facts[eventType]?.(detail) : undefined;
  const {
    mail: [named] = [],
    application: [subjectId] = [],
    queuedAt: [queuedAt] = [],
  } = detail.mail.tags ?? {};
  if (!known || subjectId === undefined || !/^\d{1,15}$/.test(queuedAt ?? '')) return undefined;
  // Mail of the versions before there were confirmations does not say what it is.
  const kind = mailKinds.find((each) => each === named) ?? 'application';
  return { ...known, kind, subjectId, queuedAt: Number(queuedAt) };
}
