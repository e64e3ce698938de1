import { DAILY_CONFIRMATIONS } from '../../schemas/application-limits.ts';
import { setting } from '../platform/config.ts';
import { Refusal } from '../platform/errors.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { addToCount } from '../platform/dynamodb/writes.ts';
import { signingKey } from '../platform/crypto/signing-key.ts';
import { addDays, endOfUtcDay, utcDayOf } from '../platform/time/calendar.ts';
import { signatureOf } from '../platform/crypto/signature.ts';

/** The domains of Gmail, which ignores dots in mailbox names. */
const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * Normalizes an e-mail address to its mailbox: without letter case, tag (`zoe+jobs@`), and for Gmail without dots. Only
 * for counting: mail goes to the address as it was typed.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const name = local.replace(/(?<=.)\+.*/, '');
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** The maximum number of mails with the same key per day (UTC). */
export interface DailyLimit {
  key: readonly string[];
  max: number;
}

/** A mail that a key or a recruiter causes: an import, a resend, a release, a notice or a link. */
export interface CausedMail {
  /** The account that answers for the mail: the partner of the employer, or the employer. */
  account: number;
  to: string;
  /** Only set for a test employer, whose mail is not sent. */
  test?: true | undefined;
}

/** The limits of an account and of all accounts together, so that no account uses up another's mails to an address. */
export function causedLimits({ account, to }: CausedMail): DailyLimit[] {
  const max = setting('MAILS_PER_ADDRESS');
  const mailbox = mailboxOf(to);
  return [
    { key: ['account', String(account), mailbox], max: Math.ceil(max / 2) },
    { key: [mailbox], max },
  ];
}

/**
 * Counts a mail towards limits before it is sent. Returns a function that takes the counts back, for a mail that was not
 * sent. When a limit is reached, returns undefined and leaves all counts as they were.
 */
export const dailyCounts =
  (db: Database, purpose: 'recipient' | 'confirmation' = 'recipient') =>
  async (limits: readonly DailyLimit[], at: Date): Promise<(() => Promise<void>) | undefined> => {
    const day = utcDayOf(at);
    const hashes: string[] = [];
    const takeBack = async () => {
      for (const hash of hashes) await addToCount(db, hash, endOfUtcDay(day), -1);
    };
    // In sequence: an address at its limit must not use up the limits that come later.
    for (const { key, max } of limits) {
      const hash = signatureOf(await signingKey(db), purpose, JSON.stringify([...key, day]));
      hashes.push(hash);
      if ((await addToCount(db, hash, endOfUtcDay(day))) <= max) continue;
      await takeBack();
      return undefined;
    }
    return takeBack;
  };

/**
 * Counts a mail before it is queued. Returns a function that takes the counts back, for a mail that was not queued.
 * Throws Refusal `rate_limit_exceeded` when the address has had its mails of the day (UTC).
 */
export const causedMailCounter =
  (db: Database) =>
  async (mail: CausedMail, at: Date): Promise<() => Promise<void>> => {
    if (mail.test) return async () => undefined;
    const takeBack = await dailyCounts(db)(causedLimits(mail), at);
    if (takeBack) return takeBack;
    const detail = `${mail.to} has had as many mails as keys and recruiters may cause in a day (UTC).`;
    const retryAfter = Math.ceil((Date.parse(addDays(utcDayOf(at), 1)) - at.getTime()) / 1_000);
    throw new Refusal('rate_limit_exceeded', `${detail} Nothing was changed.`, { retryAfter });
  };

/** Counts a confirmation towards its limits (guide: stages 2 and 3). Returns whether the confirmation may be mailed. */
export const confirmationLimit =
  (db: Database, maxPerDay: number) =>
  async (
    { email, jobId, test }: { email: string; jobId: number; test?: true },
    at: Date,
  ): Promise<boolean> => {
    if (maxPerDay === 0) return false;
    if (test) return true;
    const limits = [
      { key: ['address', mailboxOf(email)], max: DAILY_CONFIRMATIONS.address },
      { key: ['job', String(jobId)], max: DAILY_CONFIRMATIONS.job },
      { key: ['service'], max: maxPerDay },
    ];
    return (await dailyCounts(db, 'confirmation')(limits, at)) !== undefined;
  };
