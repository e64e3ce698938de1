import type { FromSchema } from 'json-schema-to-ts';
import { RESUME_MAX_BYTES, type ApplicationCreate } from '../../../schemas/application.ts';
import type { Violation } from '../../../schemas/problem.ts';
import type { Answer } from '../../../schemas/answer.ts';
import type { Candidate, Application, Suspicion } from '../application/application.ts';
import { answerRequired, checkAnswers } from './answers.ts';
import { isBlank } from '../../validation/formats.ts';
import { checkResumeFile, type CheckedFile, type ResumeFile } from './resumes/resume-file.ts';
import { violationsIn, type Submission } from '../../validation/submission.ts';
import { hash } from 'node:crypto';
import type { Language } from '../../../schemas/languages.ts';
import { CONSENT_VERSION } from '../../../schemas/consent.ts';
import type { Employer } from '../../accounts/domain/employer.ts';
import type { Job } from '../../jobs/job/job.ts';
import { hashCandidate } from '../application/application-index.ts';
import type { Author } from '../../platform/dynamodb/last-write.ts';
import type { Idempotency } from '../../idempotency/idempotency.ts';
import { withTranslation, type AskedQuestion } from '../../jobs/job/job-language.ts';
import { locationDescriptions, type OpenPosting } from '../../postings/posting/posting.ts';
import { toPostingSnapshot, type PostingSnapshot } from './posting-snapshots.ts';
import { signatureOf } from '../../platform/crypto/signature.ts';

type Fields = FromSchema<typeof ApplicationCreate>;

type Resume = NonNullable<Submission<Fields>['fields']['resume']>;

/** The validated content of an application. */
export interface ApplicationContent {
  candidate: Candidate;
  /** The campaign or site that the candidate came from. */
  source: string | null;
  answers: readonly Answer[];
  /** Null without a résumé, or when the id names no file, for example because another application has used the file. */
  file: ResumeFile | null;
  /** The id of the uploaded file. */
  upload: string | null;
}

/** Validates the file that was uploaded under an id; null when the file does not exist (any more). */
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

/** Checks a résumé that was sent with its content; null when the name or the content is missing. */
export const checkSentResume = ({ fileName, content }: Partial<Pick<Resume, 'fileName' | 'content'>>) =>
  fileName === undefined || content === undefined
    ? null
    : checkResumeFile(fileName, Buffer.from(content, 'base64'), {
        pointer: '/resume',
        maxBytes: RESUME_MAX_BYTES,
      });

/** A cover letter, unless it is blank. */
export const toLetter = (text: string | null | undefined): string | null =>
  text && !isBlank(text) ? text : null;

/**
 * Validates the content of an application for a job with these questions, in the candidate's language: the valid part,
 * every rule that it breaks, and the unanswered required questions. Throws as `checkAnswers` does.
 */
export async function checkApplication(
  submission: Submission<Fields>,
  questions: readonly AskedQuestion[],
  checkUpload: CheckUpload,
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
  const checkFile = (sent: Resume) =>
    sent.file === undefined ? checkSentResume(sent) : checkUpload(sent.file);
  const checked = resume && faults.length === 0 ? await checkFile(resume) : null;
  const candidate = { name, email, telephone, coverLetter: toLetter(coverLetter) };
  const isLetterRefused = submission.violations.some(({ pointer }) => pointer === '/coverLetter');
  const violations = violationsIn(submission, [
    ...faults,
    ...(checked?.violation ? [checked.violation] : []),
    ...(!resume && candidate.coverLetter === null && !isLetterRefused ? [resumeRequired] : []),
    ...answered.violations,
    ...(consent === false ? [noConsent] : []),
  ]);
  // Missing answers are reported even when other answers are invalid.
  violations.push(...answered.missing.map(answerRequired));
  const [file, upload] = [checked?.file ?? null, resume?.file ?? null];
  const content = { candidate, source, answers: answered.answers, file, upload };
  return { content, violations, missing: answered.missing };
}

/** The part of an application that is known before it is stored. */
type ApplicationDraft = Omit<
  Application,
  | 'number'
  | 'resume'
  | 'stage'
  | 'stageChangedAt'
  | 'receivedAt'
  | 'repeatOf'
  | 'queuedAt'
  | 'attempts'
  | 'mailError'
  | 'failure'
  | 'confirmation'
  | 'idempotencyKey'
  | 'version'
  | 'timeToLive'
>;

/** An application to store. */
export interface NewApplication {
  draft: ApplicationDraft;
  /** Who sent the application: the candidate or the employer's system. */
  author: Author;
  /** When it was received elsewhere (ISO 8601); undefined for now. */
  receivedAt: string | undefined;
  file: ResumeFile | null;
  /** The posting that the candidate read; null for an import. */
  snapshot: PostingSnapshot | null;
  /** Whether the candidate gets a confirmation if the limits allow one. */
  wantsConfirmation: boolean;
  /** The hash of all data that the candidate sent, including the content of the file. */
  fingerprint: string;
  /** For an uploaded file: the hash of its id, and the fingerprint with the id in place of the content. */
  upload: { hash: string; fingerprint: string } | null;
  /** When given, a repeated request gets the first response. */
  idempotency: Idempotency | undefined;
}

/** How a candidate sent an application. */
export interface ApplicationOrigin {
  language: Language;
  suspicions: readonly Suspicion[];
  idempotency?: Idempotency | undefined;
}

const sha256 = (content: string | Uint8Array) => hash('sha256', content);

const hmac = (secret: Uint8Array, content: unknown): string =>
  signatureOf(secret, 'candidate', JSON.stringify(content));

/** Hashes all data that a candidate sent, including the content of the file. */
export const computeFingerprint = (
  secret: Uint8Array,
  { candidate, answers }: Pick<ApplicationContent, 'candidate' | 'answers'>,
  file: ResumeFile | null,
): string => hmac(secret, [candidate, file && [file.fileName, sha256(file.bytes)], ...answers]);

/** The fields of a draft that are derived from the job, its employer and the candidate. */
export const toDraft = (
  secret: Uint8Array,
  { job, employer, candidate }: { job: Job; employer: Pick<Employer, 'id' | 'test'>; candidate: Candidate },
) => ({
  employerId: employer.id,
  jobId: job.id,
  ...(employer.test && { test: true as const }),
  jobTitle: job.title,
  referenceId: job.referenceId,
  places: locationDescriptions(job),
  ...candidate,
  candidateHash: hashCandidate(secret, candidate.email),
  mailTo: job.applicationEmail ?? '',
});

/** Creates an application for a posting. The candidate of a held application never gets a confirmation. */
export function toNewApplication(
  secret: Uint8Array,
  { job, employer, profile, publicId }: OpenPosting,
  { candidate, source, answers, file, upload }: ApplicationContent,
  { language, suspicions, idempotency }: ApplicationOrigin,
): NewApplication {
  const fingerprint = computeFingerprint(secret, { candidate, answers }, file);
  const uploaded =
    upload === null
      ? null
      : { hash: sha256(upload), fingerprint: hmac(secret, [candidate, { upload }, ...answers]) };
  const { title } = withTranslation(job, language);
  const draft = toDraft(secret, { job, employer, candidate });
  return {
    author: { type: 'candidate' },
    receivedAt: undefined,
    draft: {
      ...draft,
      titleAsRead: title === job.title ? null : title,
      publicId,
      reference: null,
      answers,
      source,
      consent: { version: CONSENT_VERSION, language },
      language,
      state: suspicions.length > 0 ? 'held' : 'queued',
      suspicions,
    },
    file,
    snapshot: toPostingSnapshot({ job, employer }),
    wantsConfirmation: profile.confirmation && suspicions.length === 0,
    fingerprint,
    upload: uploaded,
    // Candidates do not authenticate, so the key includes the candidate: two candidates can send the same key.
    idempotency: idempotency && {
      key: sha256(`application ${job.id} ${draft.candidateHash} ${idempotency.key}`),
      // An uploaded file is deleted once an application has used it.
      fingerprint: uploaded?.fingerprint ?? fingerprint,
    },
  };
}
