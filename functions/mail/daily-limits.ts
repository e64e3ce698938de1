import { DAILY_CONFIRMATIONS } from '../../schemas/application-limits.ts';
import { setting } from '../platform/config.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { expiringCounts } from '../platform/dynamodb/expiring-counts.ts';
import { signingKey } from '../platform/crypto/signing-key.ts';
import { addDays, endOfUtcDay, utcDayOf } from '../platform/time/calendar.ts';
import { signatureOf } from '../platform/crypto/signature.ts';
import { mailboxOf } from './mailbox.ts';

/** The most mails of a day (UTC) that have the same key. */
export interface DailyLimit {
  key: readonly string[];
  most: number;
}

/** The time until the next day (UTC) in milliseconds. */
export const millisUntilTomorrow = (at: Date): number => Date.parse(addDays(utcDayOf(at), 1)) - at.getTime();

/** Limits the mails to an address that holders of keys cause: imports, resends, notices and links together. */
export const addressLimit = (address: string): DailyLimit => ({
  key: [mailboxOf(address)],
  most: setting('MAILS_PER_ADDRESS'),
});

/**
 * Counts a mail towards limits before it is sent. Returns a function that takes the counts back, for a mail that was not
 * sent. When a limit is reached, returns undefined and leaves all counts as they were.
 */
export const dailyCounts =
  (db: Database, purpose: 'recipient' | 'confirmation' = 'recipient') =>
  async (limits: readonly DailyLimit[], at: Date): Promise<(() => Promise<void>) | undefined> => {
    const day = utcDayOf(at);
    const counts = expiringCounts(db);
    const hashes: string[] = [];
    const takeBack = async () => {
      for (const hash of hashes) await counts.add(hash, endOfUtcDay(day), -1);
    };
    // In sequence: an address at its limit must not use up the limits after it.
    for (const { key, most } of limits) {
      const hash = signatureOf(await signingKey(db), purpose, JSON.stringify([...key, day]));
      hashes.push(hash);
      if ((await counts.add(hash, endOfUtcDay(day))) <= most) continue;
      await takeBack();
      return undefined;
    }
    return takeBack;
  };

/** Decides whether a candidate is mailed a confirmation (interface 11.12), and counts it. */
export const confirmationLimit =
  (db: Database, maxPerDay: number) =>
  async (
    { email, jobId, test }: { email: string; jobId: number; test?: true },
    at: Date,
  ): Promise<boolean> => {
    if (maxPerDay === 0) return false;
    if (test) return true;
    const limits = [
      { key: ['address', mailboxOf(email)], most: DAILY_CONFIRMATIONS.address },
      { key: ['job', String(jobId)], most: DAILY_CONFIRMATIONS.job },
      { key: ['service'], most: maxPerDay },
    ];
    return (await dailyCounts(db, 'confirmation')(limits, at)) !== undefined;
  };
