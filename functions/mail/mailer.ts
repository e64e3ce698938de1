/**
 * The mails about an application, to the employer, and to the candidate, whom it confirms the application; the mail of a
 * report about a posting to whoever runs the service; that about all applications for a job that wait; that with a new
 * link to the page for recruiters; and that of a webhook that is disabled, to its owner.
 */
export const mailKinds = ['application', 'confirmation', 'report', 'digest', 'link', 'webhook'] as const;

export type MailKind = (typeof mailKinds)[number];

/** A mail that is ready to be sent. */
export interface OutgoingMail {
  kind: MailKind;
  /** The id of the subject: an application or a report (public id), a job (digest, link) or a webhook. */
  subjectId: string;
  /** When it was queued, in milliseconds since 1970: tells the mails of one application apart. */
  queuedAt: number;
  from: string;
  to: string;
  /** The whole mail, headers included (RFC 5322). */
  message: Uint8Array;
}

/** A way to send mail. */
export interface Mailer {
  /** How many mails a second it takes. */
  perSecond: number;
  /** Resolves once the mail is accepted. Throws MailFailure, also when the signal says that the time is over. */
  send: (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;
  /** Takes back the mails of an application that was erased, where that is possible. */
  recall?: (applicationId: string) => Promise<void>;
}
