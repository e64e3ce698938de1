import type { Profile } from '../../accounts/domain/profile.ts';
import { employerFrom, profileFrom } from '../../accounts/store/employer-item.ts';
import type { Job } from '../../jobs/job/job.ts';
import { jobReader } from '../../jobs/job/job-reader.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { accountKeys } from '../../accounts/keys.ts';

/** The key of a job. */
export interface JobKey {
  employerId: number;
  jobId: number;
}

/** A job with a page for recruiters, the address that its link is mailed to, and the profile of its employer. */
export interface RecruitingJob extends JobKey {
  /** Given if it is a test employer's. */
  test?: true;
  job: Job;
  profile: Profile;
  address: string;
}

/**
 * Finds a job with a page for recruiters: undefined for a deleted job or one without an applicationEmail, while its
 * employer is suspended, and when its profile turned these pages off.
 */
export const findRecruitingJob =
  (db: Database) =>
  async ({ employerId, jobId }: JobKey): Promise<RecruitingJob | undefined> => {
    const [job, item] = await Promise.all([
      jobReader(db).get(employerId, jobId),
      db.get({ Key: accountKeys.employer(employerId), ConsistentRead: true }),
    ]);
    const address = job?.applicationEmail;
    if (!job || !item || !address) return undefined;
    const { suspendedAt, test } = employerFrom(item);
    const profile = profileFrom(item);
    if (suspendedAt !== null || !profile.recruitingPage) return undefined;
    return { employerId, jobId, ...(test && { test }), job, profile, address };
  };
