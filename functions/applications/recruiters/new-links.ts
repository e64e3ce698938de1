import { NEW_RECRUITING_LINKS } from '../../../schemas/application-limits.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { signingKey } from '../../platform/crypto/signing-key.ts';
import { signatureOf } from '../../platform/crypto/signature.ts';
import { endOfUtcDay, utcDayOf } from '../../platform/time/calendar.ts';
import type { JobKey } from './recruiting-token.ts';
import { expiringCounts } from '../../platform/dynamodb/expiring-counts.ts';
import { askForLink } from '../store/link-queue.ts';

/** Has a new link to a job's page mailed, unless enough were for that link, or for the job on that day. Returns whether it is. */
export const requestNewLink =
  (db: Database, now: () => Date) =>
  async ({ employerId, jobId }: JobKey, ended: { token: string; until: number }): Promise<boolean> => {
    const at = now();
    const day = utcDayOf(at);
    const secret = await signingKey(db);
    const countOf = (counted: unknown, until: number) =>
      expiringCounts(db).add(signatureOf(secret, 'recruiter', JSON.stringify(counted)), until);
    // One after the other: a link that has got enough must not use up what others may get.
    if ((await countOf(['link', ended.token], ended.until)) > NEW_RECRUITING_LINKS) return false;
    if ((await countOf([jobId, day], endOfUtcDay(day))) > NEW_RECRUITING_LINKS) return false;
    await askForLink(db, { employerId, jobId }, at);
    return true;
  };
