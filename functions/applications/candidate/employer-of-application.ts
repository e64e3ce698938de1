import type { Employer } from '../../accounts/domain/employer.ts';
import type { Profile } from '../../accounts/domain/profile.ts';
import { employerFrom, profileFrom } from '../../accounts/store/employer-item.ts';
import { jobReader } from '../../jobs/job/job-reader.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { accountKeys } from '../../accounts/keys.ts';
import type { Application } from '../application/application.ts';

/** An employer with its profile. */
export type ProfiledEmployer = Employer & { profile: Profile };

/**
 * Finds the employer of an application, if its candidate may know it: undefined while the job is confidential or the
 * employer suspended, and once the job is deleted, because nothing tells then whether it was confidential.
 */
export const findVisibleEmployer =
  (db: Database) =>
  async ({
    employerId,
    jobId,
  }: Pick<Application, 'employerId' | 'jobId'>): Promise<ProfiledEmployer | undefined> => {
    const [job, item] = await Promise.all([
      jobReader(db).get(employerId, jobId),
      db.get({ Key: accountKeys.employer(employerId) }),
    ]);
    const employer = item && { ...employerFrom(item), profile: profileFrom(item) };
    return job?.confidential === false && employer?.suspendedAt === null ? employer : undefined;
  };
