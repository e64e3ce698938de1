import { addressIn } from '../../../pages/public/frame.ts';
import { setting } from '../../platform/config.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { signingSecrets } from '../../platform/dynamodb/signing-key.ts';
import { recruitingToken, type JobKey } from '../domain/recruiting-token.ts';
import { recruitedJobs } from '../store/recruited-jobs.ts';

/** Whom a mail about applications for a job goes to, and when. */
interface Mailed extends JobKey {
  to: string;
  now: Date;
}

/**
 * The absolute URL of the page with all applications for a job, for a mail, in the language of the employer's profile: good
 * for 30 days, as long as mail goes to the same address. Null where there is no such page: for a deleted job, a suspended
 * employer, a profile that wants none, and for an address that is not the job's present `applicationEmail`.
 */
export function recruitingLinks(db: Database) {
  const find = recruitedJobs(db);
  const site = setting('SITE_URL') ?? setting('BASE_URL');
  return async ({ employerId, jobId, to, now }: Mailed): Promise<string | null> => {
    if (site === undefined) return null;
    const found = await find({ employerId, jobId });
    if (found?.address.toLowerCase() !== to.toLowerCase()) return null;
    const token = recruitingToken(await signingSecrets(db, now), found, to, now);
    return addressIn(`${site}/recruiting?token=${token}`, found.profile.language);
  };
}
