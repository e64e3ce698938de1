import type { FromSchema } from 'json-schema-to-ts';
import { RESUME_MAX_BYTES, type ApplicationCreate } from '../../../schemas/application.ts';
import type { Violation } from '../../../schemas/problem.ts';
import type { Answer } from '../../../schemas/answer.ts';
import type { Question } from '../../../schemas/question.ts';
import type { Candidate } from '../application/application.ts';
import { answerRequired, checkAnswers } from './judged-answers.ts';
import { isBlank } from '../../platform/text/characters.ts';
import { checkResumeFile, type CheckedFile, type ResumeFile } from './resumes/resume-file.ts';
import { refuseViolations, violationsIn, type Submission } from '../../validation/submission.ts';

type Fields = FromSchema<typeof ApplicationCreate>;

type Resume = NonNullable<Submission<Fields>['fields']['resume']>;

/** What a candidate sent, with every rule checked. */
export interface ApplicationContent {
  candidate: Candidate;
  /** From where the candidate came. */
  source: string | null;
  answers: readonly Answer[];
  /** Null also if there is no uploaded file under the id, as when another application has it. */
  file: ResumeFile | null;
  /** The id of the uploaded file. */
  upload: string | null;
}

/** Judges the file that was uploaded under an id: null if there is none (any more). */
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

/** The violation of who names a file that is not there. */
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

/** A résumé is either an uploaded file, by its id, or a name with the content. */
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

/** What an application is judged by. */
interface ContentRules {
  /** The questions of the job. */
  questions: readonly Question[] | null;
  judgeUpload: CheckUpload;
}

/** The content of an application, as far as it is valid, and every rule that it breaks, with the questions that are not answered. Throws as `judgedAnswers` does. */
export async function checkApplication(
  submission: Submission<Fields>,
  { questions, judgeUpload }: ContentRules,
): Promise<{ content: ApplicationContent; violations: Violation[]; missing: Question[] }> {
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
  const answered = checkAnswers(questions ?? [], answers ?? []);
  const faults = resume ? resumeFieldViolations(resume) : [];
  const judged = resume && faults.length === 0 ? await checkResume(resume, judgeUpload) : null;
  const letter =
    coverLetter === undefined || coverLetter === null || isBlank(coverLetter) ? null : coverLetter;
  const hasNothing = !resume && letter === null;
  const violations = violationsIn(submission, [
    ...faults,
    ...(judged && 'violation' in judged ? [judged.violation] : []),
    ...(hasNothing ? [resumeRequired] : []),
    ...answered.violations,
    ...(consent === false ? [noConsent] : []),
  ]);
  // A fault inside of the list says nothing about what is not in it.
  violations.push(...answered.missing.map(answerRequired));
  const file = judged && 'file' in judged ? judged.file : null;
  const candidate = { name, email, telephone, coverLetter: letter };
  const content = { candidate, source, answers: answered.answers, file, upload: resume?.file ?? null };
  return { content, violations, missing: answered.missing };
}

/** The content of an application. Throws Refusal `validation_failed` with every broken rule at once. */
export async function requireContent(
  submission: Submission<Fields>,
  judging: ContentRules,
): Promise<ApplicationContent> {
  const { content, violations } = await checkApplication(submission, judging);
  refuseViolations(violations);
  return content;
}
