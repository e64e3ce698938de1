import { DAILY_CONFIRMATIONS } from '../../../schemas/application-limits.ts';
import { endOfUtcDay, utcDayOf } from '../../platform/values/calendar.ts';
import { mailboxOf } from '../../mail/mailbox.ts';
import { expiringCounts } from '../../platform/dynamodb/expiring-counts.ts';
import { confirmationCounts } from '../store/confirmation-counts.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { signatureOf } from '../../platform/values/signature.ts';

/** To which address a confirmation would go, and for which job. */
interface Wanted {
  email: string;
  jobId: number;
  /** Given if it is for a test employer, and goes nowhere. */
  test?: true;
}

interface Settings {
  secret: () => Promise<Uint8Array>;
  /** How many there may be in a day. */
  maxPerDay: number;
}

/** Decides whether a candidate may be mailed a confirmation (interface 11.12), and counts it. */
export const dailyLimits =
  (db: Database, { secret, maxPerDay }: Settings) =>
  async ({ email, jobId, test }: Wanted, at: Date): Promise<boolean> => {
    if (maxPerDay === 0) return false;
    if (test) return true;
    const key = await secret();
    const day = utcDayOf(at);
    const until = endOfUtcDay(day);
    const hasRoom = async (what: keyof typeof DAILY_CONFIRMATIONS, name: string) => {
      const hash = signatureOf(key, 'confirmation', JSON.stringify([what, name, day]));
      return (await expiringCounts(db).add(hash, until)) <= DAILY_CONFIRMATIONS[what];
    };
    // One after the other: an address that has got enough must not use up what others may get.
    return (
      (await hasRoom('address', mailboxOf(email))) &&
      (await hasRoom('job', String(jobId))) &&
      confirmationCounts(db).add(at, maxPerDay)
    );
  };
