import { NEW_RECRUITING_LINKS } from '../../../schemas/application-limits.ts';
import { MAX_DELAY_MILLIS } from '../../mail/mail-failure.ts';
import { signatureOf } from '../../platform/crypto/signature.ts';
import { signingKey } from '../../platform/crypto/signing-key.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { expiringCounts } from '../../platform/dynamodb/expiring-counts.ts';
import { attributes, mailOrder, timeToLive } from '../../platform/dynamodb/table.ts';
import { endOfUtcDay, toUnixSeconds, utcDayOf } from '../../platform/time/calendar.ts';
import { applicationKeys, linkPartition } from '../keys.ts';
import type { JobKey } from './recruited-jobs.ts';

/** The item that queues the mail with a new link. A second request before it is sent replaces the first. */
export const linkEntry = ({ employerId, jobId }: JobKey, at: Date): Item => ({
  ...applicationKeys.recruitingLink(employerId, jobId),
  attempts: 0,
  askedAt: at.toISOString(),
  [attributes.mailPartition]: linkPartition,
  [attributes.mailOrder]: mailOrder(at.toISOString(), employerId, jobId),
  [timeToLive]: toUnixSeconds(at.getTime() + MAX_DELAY_MILLIS),
});

/**
 * Queues a mail with a new link to a job's page, unless the limit of the ended link, or of the job on that day, is
 * reached. Returns whether it does.
 */
export const requestNewLink =
  (db: Database, now: () => Date) =>
  async ({ employerId, jobId }: JobKey, ended: { token: string; until: number }): Promise<boolean> => {
    const at = now();
    const day = utcDayOf(at);
    const secret = await signingKey(db);
    const increment = (counted: unknown, until: number) =>
      expiringCounts(db).add(signatureOf(secret, 'recruiter', JSON.stringify(counted)), until);
    // In sequence: a link at its limit must not use up the limit of the job.
    if ((await increment(['link', ended.token], ended.until)) > NEW_RECRUITING_LINKS) return false;
    if ((await increment([jobId, day], endOfUtcDay(day))) > NEW_RECRUITING_LINKS) return false;
    await db.put({ Item: linkEntry({ employerId, jobId }, at) });
    return true;
  };
