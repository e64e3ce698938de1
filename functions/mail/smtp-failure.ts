import { MailFailure, type MailFault } from './mail-failure.ts';
import type { FailureCode } from '../../schemas/application.ts';

/** What nodemailer's errors say of a conversation. */
export interface SmtpError {
  /** The code of the reply; none when the server did not reply. */
  responseCode?: number;
  response?: string;
  command?: string;
}

/** How far the conversation had come, and what is known besides. */
interface Progress {
  /** Whether the connection and the sign-in had succeeded. */
  begun: boolean;
  /** Whether the server accepts mail of the service to other recipients. */
  maySend: boolean;
}

/** Replies that are about the service's right to send (RFC 4954, section 6), unless others get their mail. */
const accountReplies = new Set([454, 530, 534, 535, 538]);

function faultOf({ responseCode = 0, command = '' }: SmtpError, { begun, maySend }: Progress): MailFault {
  if (!begun || command === 'MAIL FROM') return 'account';
  if (accountReplies.has(responseCode) && !maySend) return 'account';
  // Without a reply, the server may have accepted the mail.
  return responseCode >= 500 ? 'refused' : 'passing';
}

const codeOf = ({ responseCode }: SmtpError, begun: boolean) => {
  if (responseCode) return `smtp_${responseCode}`;
  return begun ? 'smtp_no_reply' : 'smtp_unreachable';
};

/** What the subject and the detail of an enhanced status say (RFC 3463), as in `550 5.1.1 No such user`. */
const enhanced: [RegExp, FailureCode][] = [
  [/^\d{3}[ -][45]\.2\.2\b/, 'mailbox_full'],
  [/^5\d{2}[ -]5\.1\.\d/, 'address_refused'],
];

function failureOf({ responseCode = 0, response = '', command }: SmtpError): FailureCode {
  const [, failure] = enhanced.find(([status]) => status.test(response)) ?? [];
  if (failure) return failure;
  if (responseCode < 500) return 'undelivered';
  if (command !== 'RCPT TO') return 'mail_refused';
  return responseCode === 552 ? 'mailbox_full' : 'address_refused';
}

/** What an error in a conversation with a mail server means for the mail. */
export const smtpFailure = (error: SmtpError, progress: Progress): MailFailure =>
  new MailFailure(faultOf(error, progress), codeOf(error, progress.begun), {
    failure: failureOf(error),
    cause: error,
  });
