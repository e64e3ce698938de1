import { addressIn } from '../../../pages/public/frame.ts';
import { setting } from '../../platform/config.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { signingSecrets } from '../../platform/crypto/signing-key.ts';
import type { ServiceSecrets } from '../../platform/crypto/service-secrets.ts';
import { createRecruitingToken, type JobKey } from './recruiting-token.ts';
import { findRecruitingJob, type RecruitingJob } from './recruited-jobs.ts';

/**
 * The URL of the page with all applications for a job, for a mail to the present address of the job, in the language of
 * the employer's profile.
 */
export const createRecruitingUrl = (
  secrets: ServiceSecrets,
  recruitingJob: RecruitingJob,
  now: Date,
): string | null => {
  const site = setting('SITE_URL') ?? setting('BASE_URL');
  if (site === undefined) return null;
  const token = createRecruitingToken(secrets, recruitingJob, recruitingJob.address, now);
  return addressIn(`${site}/recruiting?token=${token}`, recruitingJob.profile.language);
};

/** The job, the recipient and the time of a mail. */
interface LinkMail extends JobKey {
  to: string;
  now: Date;
}

/**
 * Creates that URL. It is valid for 30 days, while mail goes to the same address. Null for a deleted job, a suspended
 * employer, a profile that turned these pages off, and an address that is not the job's present `applicationEmail`.
 */
export function recruitingLinkFor(db: Database) {
  const find = findRecruitingJob(db);
  return async ({ employerId, jobId, to, now }: LinkMail): Promise<string | null> => {
    const recruitingJob = await find({ employerId, jobId });
    if (recruitingJob?.address.toLowerCase() !== to.toLowerCase()) return null;
    return createRecruitingUrl(await signingSecrets(db, now), recruitingJob, now);
  };
}
