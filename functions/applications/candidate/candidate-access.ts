import type { Employer } from '../../accounts/domain/employer.ts';
import type { Profile } from '../../accounts/domain/profile.ts';
import { employerFrom, profileFrom } from '../../accounts/store/employer-item.ts';
import { jobReader } from '../../jobs/job/job-reader.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { accountKeys } from '../../accounts/keys.ts';
import type { Application } from '../application/application.ts';
import { verifyApplicationToken } from '../application/application-id.ts';
import { applicationReader } from '../application/application-store.ts';
import { now } from '../../platform/time/clock.ts';
import { signingSecrets } from '../../platform/crypto/signing-key.ts';
import { couldSign } from '../../platform/crypto/service-secrets.ts';

/** An employer with its profile. */
export type ProfiledEmployer = Employer & { profile: Profile };

/**
 * Finds the employer of an application, if its candidate may know it: undefined while the job is confidential or the
 * employer suspended, and once the job is deleted, since it may have been confidential.
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

/**
 * Finds the application of a token, which may be erased. Undefined when the signature is invalid, or by a secret that
 * was retired when the application was received.
 */
export const findByToken = (db: Database) => {
  const { get } = applicationReader(db, now);
  return async (token: string): Promise<{ application: Application | undefined } | undefined> => {
    const key = verifyApplicationToken(await signingSecrets(db, now()), token);
    const application = key && (await get(key));
    const isLate = application && !couldSign(key.signer, Date.parse(application.receivedAt));
    return key && !isLate ? { application } : undefined;
  };
};
