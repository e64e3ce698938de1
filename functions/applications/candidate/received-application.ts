import type { PostingAtApplication, CandidateApplication } from '../../../pages/public/candidate-page.ts';
import { employerLink } from '../../postings/posting/posting.ts';
import type { Application } from '../application/application.ts';
import type { ProfiledEmployer } from './employer-of-application.ts';

/** What the candidate's own page shows of an application, besides its employer. */
export const receivedApplication = (
  {
    jobTitle,
    name,
    email,
    telephone,
    answers,
    coverLetter,
    resume,
    receivedAt,
    timeToLive,
    state,
    confirmation,
  }: Application,
  posting: PostingAtApplication | undefined,
  token: string,
): Omit<CandidateApplication, 'employer' | 'stage'> => ({
  jobTitle: posting?.title ?? jobTitle,
  name,
  email,
  telephone,
  fileName: resume?.fileName,
  answers,
  coverLetter,
  receivedAt: new Date(receivedAt),
  keptUntil: new Date(timeToLive * 1_000),
  state,
  confirmation,
  posting,
  token,
});

/** What that page says of the employer, under its name of then, and of the stage; neither where the candidate may not know the employer. */
export const shownOfEmployer = (
  employer: ProfiledEmployer | undefined,
  { application, posting }: { application: Application; posting: PostingAtApplication | undefined },
  siteAddress: (path: string) => string,
): Pick<CandidateApplication, 'employer' | 'stage'> => ({
  employer: employer && employerLink({ ...employer, name: posting?.employer ?? employer.name }, siteAddress),
  stage: employer?.profile.showStage ? application.stage : undefined,
});
