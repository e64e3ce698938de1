/**
 * The kinds of mail: an application to its employer, its confirmation to the candidate, a report of a posting to the
 * operator, a digest of waiting applications, a new link to the page for recruiters, and the notice of a disabled webhook.
 */
export const mailKinds = ['application', 'confirmation', 'report', 'digest', 'link', 'webhook'] as const;

export type MailKind = (typeof mailKinds)[number];

/** A mail that is ready to be sent. */
export interface OutgoingMail {
  kind: MailKind;
  /** The id of the subject: an application or a report (public id), a job (digest, link) or a webhook. */
  subjectId: string;
  /** When it was queued, in milliseconds since 1970: distinguishes the mails of one application. */
  queuedAt: number;
  from: string;
  to: string;
  /** The whole mail, headers included (RFC 5322). */
  message: Uint8Array;
}

/** A way to send mail. */
export interface Mailer {
  /** The rate that it accepts, in mails per second. */
  perSecond: number;
  /** Resolves once the mail is accepted. Throws MailFailure, also when the signal aborts. */
  send: (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;
  /** Deletes the mails of an erased application, where that is possible. */
  recall?: (applicationId: string) => Promise<void>;
}
