import { setting } from '../platform/config.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { signingKey } from '../platform/dynamodb/signing-key.ts';
import { signatureOf } from '../platform/values/signature.ts';
import { addDays, endOfUtcDay, utcDayOf } from '../platform/values/calendar.ts';
import { mailboxOf } from './mailbox.ts';
import { expiringCounts } from '../platform/dynamodb/expiring-counts.ts';

/** The code of a mail that leaves on the next day, as its address has enough of this one. */
export const ENOUGH_TODAY = 'enough_today';

/** How long it is until the next day (UTC), in milliseconds. */
export const untilTomorrow = (at: Date): number => Date.parse(addDays(utcDayOf(at), 1)) - at.getTime();

/** How many mails of a name there may be in a day. */
interface DailyLimit {
  name: string;
  most: number;
}

/** The limit of the mails to an address that whoever has a key can cause: imports, resends, notices and links together. */
export const limitOfAddress = (address: string): DailyLimit => ({
  name: mailboxOf(address),
  most: setting('MAILS_PER_ADDRESS'),
});

/**
 * Counts a mail towards limits of the day (UTC), before it is sent. Returns what takes that back, for a mail that was not
 * sent; undefined, and counts nothing, if a limit is reached.
 */
export const dailyMails =
  (db: Database) =>
  async (limits: readonly DailyLimit[], at: Date): Promise<(() => Promise<void>) | undefined> => {
    const day = utcDayOf(at);
    const counted: string[] = [];
    const takeBack = async () => {
      for (const hash of counted) await expiringCounts(db).add(hash, endOfUtcDay(day), -1);
    };
    for (const { name, most } of limits) {
      const hash = signatureOf(await signingKey(db), 'recipient', JSON.stringify([name, day]));
      counted.push(hash);
      if ((await expiringCounts(db).add(hash, endOfUtcDay(day))) <= most) continue;
      await takeBack();
      return undefined;
    }
    return takeBack;
  };
