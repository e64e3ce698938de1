import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { FailureCode } from '../../schemas/application.ts';
import { MailFailure, type MailFault, type Mailer } from './mailer.ts';

/** The time limits of a mail server in milliseconds, under the names of nodemailer's options. */
export const smtpLimits = {
  dnsTimeout: 20_000,
  /** The limit from the DNS look-up to the end of STARTTLS. */
  connectionTimeout: 60_000,
  greetingTimeout: 30_000,
  /** The limit of silence in both directions. A server is silent while it scans a mail for viruses. */
  socketTimeout: 60_000,
};

/** The fields of nodemailer's errors. */
interface SmtpError {
  /** The code of the SMTP reply; undefined without a reply. */
  responseCode?: number;
  response?: string;
  command?: string;
}

/** Reply codes about the right to send (RFC 4954, section 6), unless the server accepts other mail. */
const accountReplies = new Set([454, 530, 534, 535, 538]);

/** `maySend`: whether the server recently accepted mail to another recipient. */
function toFault(
  { responseCode = 0, command = '' }: SmtpError,
  { isSignedIn, maySend }: { isSignedIn: boolean; maySend: boolean },
): MailFault {
  if (!isSignedIn || command === 'MAIL FROM') return 'account';
  if (accountReplies.has(responseCode) && !maySend) return 'account';
  // The server may have accepted the mail even if its reply did not arrive.
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
 * account, so that a fault of one mail does not count for the account while other mail is accepted.
 */
const PROOF_MILLIS = 120_000;

/** Sends each mail over a new connection to the mail server at a URL. */
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
