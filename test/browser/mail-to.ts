import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@jest/globals';
import PostalMime, { type Email } from 'postal-mime';
import type { startMailServer } from '../setup/mail-servers.ts';

/** The maximum delay of a mail, in milliseconds. */
const MAIL_MILLIS = 120_000;

type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** Waits for the first mail to an address whose subject contains these words. */
export async function mailTo({ received }: MailServer, address: string, subject: string): Promise<Email> {
  const deadline = performance.now() + MAIL_MILLIS;
  for (;;) {
    for (const { to, message } of received) {
      const mail = to.includes(address) ? await PostalMime.parse(message) : undefined;
      if (mail?.subject?.includes(subject)) return mail;
    }
    expect(performance.now()).toBeLessThan(deadline);
    await delay(100);
  }
}
