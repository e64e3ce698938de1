import { DAILY_RECRUITING_LINKS } from '../../../schemas/application-limits.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { signingKey } from '../../platform/dynamodb/signing-key.ts';
import { signatureOf } from '../../platform/values/signature.ts';
import { dayOf, endOfDay } from '../domain/confirmation-count.ts';
import type { JobKey } from '../domain/recruiting-token.ts';
import { applicationCounts } from '../store/application-counts.ts';
import { askForLink } from '../store/link-queue.ts';

/** Has a new link to a job's page mailed, unless enough were on that day. Returns whether it is. */
export const newLinks =
  (db: Database, now: () => Date) =>
  async ({ employerId, jobId }: JobKey): Promise<boolean> => {
    const at = now();
    const day = dayOf(at);
    const hash = signatureOf(await signingKey(db), 'recruiter', JSON.stringify([jobId, day]));
    const until = endOfDay(day);
    if ((await applicationCounts(db).add(hash, until)) > DAILY_RECRUITING_LINKS) return false;
    await askForLink(db, { employerId, jobId }, at);
    return true;
  };
