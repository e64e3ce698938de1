import type { Employer } from '../../accounts/domain/employer.ts';
import type { Profile } from '../../accounts/domain/profile.ts';
import { employerFrom, profileFrom } from '../../accounts/store/employer-item.ts';
import { jobReader } from '../../jobs/job/job-reader.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { accountKeys } from '../../accounts/keys.ts';
import {
  type Application,
  answersWithLanguages,
  verifyApplicationToken,
} from '../application/application.ts';
import { applicationReader } from '../application/application-store.ts';
import { now } from '../../platform/time/clock.ts';
import { couldSign } from '../../platform/crypto/signature.ts';
import { signingSecrets } from '../../platform/crypto/signing-key.ts';
import type { PostingAtApplication, CandidateApplication } from '../../../pages/public/candidate-page.ts';
import { employerLink, publicSalary } from '../../postings/posting/posting.ts';
import { pick } from '../../../schemas/job-fields.ts';
import type { Language } from '../../../schemas/languages.ts';
import { locationRecords } from '../../jobs/job/job-record.ts';
import { withTranslation, originalLanguage } from '../../jobs/job/job-language.ts';
import type { PostingSnapshot } from '../intake/posting-snapshots.ts';

/** An employer with its profile. */
type ProfiledEmployer = Employer & { profile: Profile };

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

/** A posting snapshot in the language in which the candidate applied, with salaries in this currency. */
export function toAppliedPosting(
  posting: PostingSnapshot,
  language: Language | null,
  currency: string,
): PostingAtApplication {
  const translated = language === null ? posting : withTranslation(posting, language);
  const isTranslated = language !== null && Boolean(posting.translations?.[language]);
  return {
    title: translated.title,
    employer: translated.employer,
    locations: locationRecords(translated),
    salary: translated.salary && publicSalary(translated.salary, currency),
    description: translated.description,
    textLanguage: isTranslated ? language : originalLanguage(posting),
  };
}

/** The content of the candidate's page, without the employer. */
export const toReceivedApplication = (
  application: Application,
  posting: PostingAtApplication | undefined,
  token: string,
): Omit<CandidateApplication, 'employer' | 'stage'> => ({
  jobTitle: posting?.title ?? application.titleAsRead ?? application.jobTitle,
  ...pick(application, ['name', 'email', 'telephone', 'coverLetter', 'state', 'confirmation']),
  fileName: application.resume?.fileName,
  answers: answersWithLanguages(application),
  receivedAt: new Date(application.receivedAt),
  keptUntil: new Date(application.timeToLive * 1_000),
  posting,
  token,
});

/** The employer (under the name in the posting) and the stage, if the candidate may know them. */
export const employerAndStage = (
  employer: ProfiledEmployer | undefined,
  { application, posting }: { application: Application; posting: PostingAtApplication | undefined },
  siteAddress: (path: string) => string,
): Pick<CandidateApplication, 'employer' | 'stage'> => ({
  employer: employer && employerLink({ ...employer, name: posting?.employer ?? employer.name }, siteAddress),
  stage: employer?.profile.showStage ? application.stage : undefined,
});
