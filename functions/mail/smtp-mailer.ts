import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { MailFailure, type MailFault } from '../domain/mail-failure.ts';
import { smtpLimits, type SmtpLimits } from './mail-limits.ts';
import type { Mailer } from './mailer.ts';

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
export function smtpMailer(url: string, limits: SmtpLimits = smtpLimits): Mailer {
  const transport = createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true });
  return {
    perSecond: Infinity,
    send: async ({ from, to, message }, signal) => {
      let begun = false;
      function* bytes() {
        begun = true;
        yield message;
      }
      try {
        await transport.sendMail({ envelope: { from, to }, raw: Readable.from(bytes()), signal });
      } catch (error) {
        const reason = error as SmtpError;
        throw new MailFailure(faultOf(reason, begun), codeOf(reason, begun), error);
      }
    },
  };
}
