import type { FromSchema } from 'json-schema-to-ts';
import type { ApplicationCreate } from '../../../schemas/application.ts';
import type { Violation } from '../../../schemas/problem.ts';
import type { Candidate } from './application.ts';
import { isBlank } from '../../platform/values/characters.ts';
import { resumeFile, type ResumeFile } from '../resumes/resume-file.ts';
import { refuseViolations, violationsIn, type Submission } from '../../platform/values/submission.ts';

type Fields = FromSchema<typeof ApplicationCreate>;

/** What a candidate sent, with every rule checked. */
export interface ApplicationContent {
  candidate: Candidate;
  file: ResumeFile | null;
}

const noConsent: Violation = {
  pointer: '/consent',
  code: 'consent_required',
  message: 'consent must be true: the candidate has to agree before an application can be stored and sent.',
};

const nothingToRead: Violation = {
  pointer: '/resume',
  code: 'required',
  message: 'resume is required when there is no coverLetter.',
};

/** The content of an application, as far as it is valid, and every rule that it breaks. */
export function judgedApplication(submission: Submission<Fields>): {
  content: ApplicationContent;
  violations: Violation[];
} {
  const { name = '', email = '', telephone = null, coverLetter, resume, consent } = submission.fields;
  const { fileName, content } = resume ?? {};
  const judged =
    fileName !== undefined && content !== undefined
      ? resumeFile(fileName, Buffer.from(content, 'base64'))
      : undefined;
  const letter =
    coverLetter === undefined || coverLetter === null || isBlank(coverLetter) ? null : coverLetter;
  const hasNothing = !resume && letter === null;
  const violations = violationsIn(submission, [
    ...(judged && 'violation' in judged ? [judged.violation] : []),
    ...(hasNothing ? [nothingToRead] : []),
    ...(consent === false ? [noConsent] : []),
  ]);
  const file = judged && 'file' in judged ? judged.file : null;
  return { content: { candidate: { name, email, telephone, coverLetter: letter }, file }, violations };
}

/** The content of an application. Throws Refusal `validation_failed` with every broken rule at once. */
export function applicationContent(submission: Submission<Fields>): ApplicationContent {
  const { content, violations } = judgedApplication(submission);
  refuseViolations(violations);
  return content;
}
