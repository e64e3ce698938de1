import type { ReceivedApplication } from '../../pages/public/received.ts';
import type { Application } from './domain/application.ts';

/** What the candidate's own page shows of an application, besides its employer. */
export const receivedApplication = (
  {
    jobTitle,
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
  token: string,
): Omit<ReceivedApplication, 'employer' | 'stage'> => ({
  jobTitle,
  email,
  telephone,
  fileName: resume?.fileName,
  answers,
  coverLetter,
  receivedAt: new Date(receivedAt),
  keptUntil: new Date(timeToLive * 1_000),
  state,
  confirmation,
  token,
});
