import type { PostingAtApplication, CandidateApplication } from '../../../pages/public/candidate-page.ts';
import { employerLink } from '../../postings/posting/posting.ts';
import type { Application } from '../application/application.ts';
import { pick } from '../../../schemas/job-fields.ts';
import { answersWithLanguages } from '../application/question-languages.ts';
import type { ProfiledEmployer } from './candidate-access.ts';

/** The content of the candidate's own page, without its employer. */
export const toReceivedApplication = (
  application: Application,
  posting: PostingAtApplication | undefined,
  token: string,
): Omit<CandidateApplication, 'employer' | 'stage'> => ({
  jobTitle: posting?.title ?? application.jobTitle,
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
