import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { MailFailure, type MailFault } from '../domain/mail-failure.ts';
import type { Mailer } from './mailer.ts';

/** How long the mail server may keep silent, in milliseconds. */
const SILENCE_MILLIS = 20_000;

/** What nodemailer's errors say. */
interface SmtpError {
  responseCode?: number;
  command?: string;
}

/** Replies that are about the service's right to send, not about a mail (RFC 4954, section 6). */
const accountReplies = new Set([454, 530, 534, 535, 538]);

/** `begun` says whether the connection and the sign-in had succeeded. */
function faultOf({ responseCode = 0, command = '' }: SmtpError, begun: boolean): MailFault {
  if (!begun || command === 'MAIL FROM' || accountReplies.has(responseCode)) return 'account';
  // Without a reply, the server may have accepted the mail.
  return responseCode >= 500 ? 'refused' : 'passing';
}

const codeOf = ({ responseCode }: SmtpError, begun: boolean) => {
  if (responseCode) return `smtp_${responseCode}`;
  return begun ? 'smtp_no_reply' : 'smtp_unreachable';
};

/** Hands every mail to the mail server at an smtp:// or smtps:// address, over a connection of its own. */
export function smtpMailer(url: string): Mailer {
  const transport = createTransport(url, {
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  Object.assign(transport.options, {
    connectionTimeout: SILENCE_MILLIS,
    greetingTimeout: SILENCE_MILLIS,
    socketTimeout: SILENCE_MILLIS,
  });
  return {
    perSecond: Infinity,
    send: async ({ from, to, message }) => {
      let begun = false;
      function* bytes() {
        begun = true;
        yield message;
      }
      try {
        await transport.sendMail({ envelope: { from, to }, raw: Readable.from(bytes()) });
      } catch (error) {
        const reason = error as SmtpError;
        throw new MailFailure(faultOf(reason, begun), codeOf(reason, begun), error);
      }
    },
  };
}
