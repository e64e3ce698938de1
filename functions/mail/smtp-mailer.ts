import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { FailureCode } from '../../schemas/application.ts';
import { MailFailure, type MailFault, type Mailer } from './mailer.ts';

/** How long a mail server may take, in milliseconds, by the names of nodemailer's options. */
export const smtpLimits = {
  dnsTimeout: 20_000,
  /** From the look-up of its address to the end of STARTTLS. */
  connectionTimeout: 60_000,
  greetingTimeout: 30_000,
  /** Without a byte in either direction. A server that looks for viruses is silent after the mail. */
  socketTimeout: 60_000,
};

/** The fields of nodemailer's errors. */
interface SmtpError {
  /** The code of the reply; undefined without a reply. */
  responseCode?: number;
  response?: string;
  command?: string;
}

/** Replies about the service's right to send (RFC 4954, section 6), unless other mail is accepted. */
const accountReplies = new Set([454, 530, 534, 535, 538]);

/** `maySend`: whether the server recently accepted mail to another recipient. */
function toFault(
  { responseCode = 0, command = '' }: SmtpError,
  { isSignedIn, maySend }: { isSignedIn: boolean; maySend: boolean },
): MailFault {
  if (!isSignedIn || command === 'MAIL FROM') return 'account';
  if (accountReplies.has(responseCode) && !maySend) return 'account';
  // Without a reply, the server may have accepted the mail.
  return responseCode >= 500 ? 'refused' : 'passing';
}

const toCode = ({ responseCode }: SmtpError, isSignedIn: boolean) => {
  if (responseCode) return `smtp_${responseCode}`;
  return isSignedIn ? 'smtp_no_reply' : 'smtp_unreachable';
};

/** The failures by enhanced status (RFC 3463), as in `550 5.1.1 No such user`. */
const enhanced: [RegExp, FailureCode][] = [
  [/^\d{3}[ -][45]\.2\.2\b/, 'mailbox_full'],
  [/^5\d{2}[ -]5\.1\.\d/, 'address_refused'],
];

function toFailureCode({ responseCode = 0, response = '', command }: SmtpError): FailureCode {
  const [, failure] = enhanced.find(([status]) => status.test(response)) ?? [];
  if (failure) return failure;
  if (responseCode < 500) return 'undelivered';
  if (command !== 'RCPT TO') return 'mail_refused';
  return responseCode === 552 ? 'mailbox_full' : 'address_refused';
}

/**
 * How long an accepted mail proves that the service may send, in milliseconds: longer than the pause after a fault of the
 * account, so that a fault which only one mail meets is its own once another mail is accepted.
 */
const PROOF_MILLIS = 120_000;

/** Sends every mail over a connection of its own to a URL of a mail server. */
export function smtpMailer(
  url: string,
  { limits = smtpLimits, clock = () => performance.now() } = {},
): Mailer {
  const transport = createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true });
  let accepted = { to: '', at: -Infinity };

  const maySend = (to: string) => accepted.to !== to && clock() - accepted.at < PROOF_MILLIS;

  return {
    perSecond: Infinity,
    send: async ({ from, to, message }, signal) => {
      let isSignedIn = false;
      function* bytes() {
        isSignedIn = true;
        yield message;
      }
      try {
        await transport.sendMail({ envelope: { from, to }, raw: Readable.from(bytes()), signal });
      } catch (cause) {
        const error = cause as SmtpError;
        const fault = toFault(error, { isSignedIn, maySend: maySend(to) });
        throw new MailFailure(fault, toCode(error, isSignedIn), { failure: toFailureCode(error), cause });
      }
      accepted = { to, at: clock() };
    },
  };
}
