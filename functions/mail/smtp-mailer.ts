import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { smtpLimits, type SmtpLimits } from './mail-limits.ts';
import type { Mailer } from './mailer.ts';
import { smtpFailure, type SmtpError } from './smtp-failure.ts';

/**
 * For how long a mail that was accepted shows that the service may send, in milliseconds: longer than the pause after a
 * fault of the account, so that a mail which alone meets one is found out once another mail is accepted.
 */
const PROOF_MILLIS = 120_000;

interface Parts {
  limits?: SmtpLimits;
  /** A time in milliseconds that only goes forward. */
  clock?: () => number;
}

/** Hands every mail to the mail server at an smtp:// or smtps:// address, over a connection of its own. */
export function smtpMailer(
  url: string,
  { limits = smtpLimits, clock = () => performance.now() }: Parts = {},
): Mailer {
  const transport = createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true });
  let accepted = { to: '', at: -Infinity };

  const maySend = (to: string) => accepted.to !== to && clock() - accepted.at < PROOF_MILLIS;

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
        throw smtpFailure(error as SmtpError, { begun, maySend: maySend(to) });
      }
      accepted = { to, at: clock() };
    },
  };
}
