import type { FromSchema } from 'json-schema-to-ts';
import { RESUME_MAX_BYTES, type ApplicationCreate } from '../../../schemas/application.ts';
import type { Violation } from '../../../schemas/problem.ts';
import type { Answer } from '../../../schemas/answer.ts';
import type { AskedQuestion } from '../../jobs/job/questions.ts';
import type { Candidate } from '../application/application.ts';
import { answerRequired, checkAnswers } from './answers.ts';
import { isBlank } from '../../platform/text.ts';
import { checkResumeFile, type CheckedFile, type ResumeFile } from './resumes/resume-file.ts';
import { refuseViolations, violationsIn, type Submission } from '../../validation/submission.ts';

type Fields = FromSchema<typeof ApplicationCreate>;

type Resume = NonNullable<Submission<Fields>['fields']['resume']>;

/** The validated content of an application. */
export interface ApplicationContent {
  candidate: Candidate;
  /** The campaign or site that the candidate came from. */
  source: string | null;
  answers: readonly Answer[];
  /** Also null when no uploaded file has the id, for example because another application has it. */
  file: ResumeFile | null;
  /** The id of the uploaded file. */
  upload: string | null;
}

/** Validates the file that was uploaded under an id; null when it does not exist (any more). */
export type CheckUpload = (id: string) => Promise<CheckedFile | null>;

const noConsent: Violation = {
  pointer: '/consent',
  code: 'consent_required',
  message: 'consent must be true: the candidate has to agree before an application can be stored and sent.',
};

const resumeRequired: Violation = {
  pointer: '/resume',
  code: 'required',
  message: 'resume is required when there is no coverLetter.',
};

/** The violation for a missing file. */
export const fileMissing: Violation = {
  pointer: '/resume/file',
  code: 'file_missing',
  message:
    'No file has been uploaded under the id in resume.file, or another application has it: upload the file again.',
};

const fieldRequired = (field: string): Violation => ({
  pointer: `/resume/${field}`,
  code: 'required',
  message: `resume.${field} is required.`,
});

const fileWithContent: Violation = {
  pointer: '/resume/file',
  code: 'not_allowed',
  message: 'resume.file must not stand together with fileName or content: it is the id of an uploaded file.',
};

/** A résumé is either the id of an uploaded file, or a name with content. */
function resumeFieldViolations(resume: Resume): Violation[] {
  if ('file' in resume) return 'fileName' in resume || 'content' in resume ? [fileWithContent] : [];
  return ['fileName', 'content'].filter((field) => !(field in resume)).map(fieldRequired);
}

async function checkResume(resume: Resume, judgeUpload: CheckUpload): Promise<CheckedFile | null> {
  const { file, fileName, content } = resume;
  if (file !== undefined) return judgeUpload(file);
  if (fileName === undefined || content === undefined) return null;
  return checkResumeFile(fileName, Buffer.from(content, 'base64'), {
    pointer: '/resume',
    maxBytes: RESUME_MAX_BYTES,
  });
}

/** The rules for the content of an application. */
interface ContentRules {
  /** The questions of the job, in the candidate's language. */
  questions: readonly AskedQuestion[];
  judgeUpload: CheckUpload;
}

/**
 * Validates the content of an application: the valid part, every rule that it breaks, and the unanswered required
 * questions. Throws as `checkAnswers` does.
 */
export async function checkApplication(
  submission: Submission<Fields>,
  { questions, judgeUpload }: ContentRules,
): Promise<{ content: ApplicationContent; violations: Violation[]; missing: AskedQuestion[] }> {
  const {
    name = '',
    email = '',
    telephone = null,
    coverLetter,
    resume,
    source = null,
    answers,
    consent,
  } = submission.fields;
  const answered = checkAnswers(questions, answers ?? []);
  const faults = resume ? resumeFieldViolations(resume) : [];
  const checkedFile = resume && faults.length === 0 ? await checkResume(resume, judgeUpload) : null;
  const letter =
    coverLetter === undefined || coverLetter === null || isBlank(coverLetter) ? null : coverLetter;
  const hasNothing = !resume && letter === null;
  const violations = violationsIn(submission, [
    ...faults,
    ...(checkedFile && 'violation' in checkedFile ? [checkedFile.violation] : []),
    ...(hasNothing ? [resumeRequired] : []),
    ...answered.violations,
    ...(consent === false ? [noConsent] : []),
  ]);
  // A violation inside the list says nothing about missing entries.
  violations.push(...answered.missing.map(answerRequired));
  const file = checkedFile && 'file' in checkedFile ? checkedFile.file : null;
  const candidate = { name, email, telephone, coverLetter: letter };
  const content = { candidate, source, answers: answered.answers, file, upload: resume?.file ?? null };
  return { content, violations, missing: answered.missing };
}

/** Validates the content of an application. Throws Refusal `validation_failed` with every broken rule at once. */
export async function requireContent(
  submission: Submission<Fields>,
  judging: ContentRules,
): Promise<ApplicationContent> {
  const { content, violations } = await checkApplication(submission, judging);
  refuseViolations(violations);
  return content;
}
