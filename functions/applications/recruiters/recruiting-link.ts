import { addressIn } from '../../../pages/public/frame.ts';
import { setting } from '../../platform/config.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { signingSecrets } from '../../platform/crypto/signing-key.ts';
import type { ServiceSecrets } from '../../platform/crypto/service-secrets.ts';
import { createRecruitingToken, type JobKey } from './recruiting-token.ts';
import { findRecruitingJob, type RecruitingJob } from './recruited-jobs.ts';

/** The absolute URL of the page with all applications for a job, for a mail to the present address of the job, in the language of the employer's profile. */
export const createRecruitingUrl = (
  secrets: ServiceSecrets,
  found: RecruitingJob,
  now: Date,
): string | null => {
  const site = setting('SITE_URL') ?? setting('BASE_URL');
  if (site === undefined) return null;
  const token = createRecruitingToken(secrets, found, found.address, now);
  return addressIn(`${site}/recruiting?token=${token}`, found.profile.language);
};

/** Whom a mail about applications for a job goes to, and when. */
interface Mailed extends JobKey {
  to: string;
  now: Date;
}

/**
 * The absolute URL of that page: good for 30 days, as long as mail goes to the same address. Null where there is no such page: for a deleted job, a suspended
 * employer, a profile that wants none, and for an address that is not the job's present `applicationEmail`.
 */
export function recruitingLinkFor(db: Database) {
  const find = findRecruitingJob(db);
  return async ({ employerId, jobId, to, now }: Mailed): Promise<string | null> => {
    const found = await find({ employerId, jobId });
    if (found?.address.toLowerCase() !== to.toLowerCase()) return null;
    return createRecruitingUrl(await signingSecrets(db, now), found, now);
  };
}
