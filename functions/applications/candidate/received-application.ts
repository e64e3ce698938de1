import type { PostingAtApplication, CandidateApplication } from '../../../pages/public/candidate-page.ts';
import { employerLink, publicSalary } from '../../postings/posting/posting.ts';
import { type Application, answersWithLanguages } from '../application/application.ts';
import { pick } from '../../../schemas/job-fields.ts';
import type { ProfiledEmployer } from './candidate-access.ts';
import type { Language } from '../../../schemas/languages.ts';
import { locationRecords } from '../../jobs/job/job-record.ts';
import { withTranslation, originalLanguage } from '../../jobs/job/posting-laws.ts';
import type { PostingSnapshot } from '../intake/posting-snapshots.ts';

/** A posting snapshot in the language in which its candidate applied, with salaries in this currency. */
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

/** The content of the candidate's own page, without its employer. */
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

/**
 * The employer, under its name at that time, and the stage for that page; neither when the candidate may not know the
 * employer.
 */
export const employerAndStage = (
  employer: ProfiledEmployer | undefined,
  { application, posting }: { application: Application; posting: PostingAtApplication | undefined },
  siteAddress: (path: string) => string,
): Pick<CandidateApplication, 'employer' | 'stage'> => ({
  employer: employer && employerLink({ ...employer, name: posting?.employer ?? employer.name }, siteAddress),
  stage: employer?.profile.showStage ? application.stage : undefined,
});
