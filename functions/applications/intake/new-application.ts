import { createHash } from 'node:crypto';
import type { ApplicationContent } from './application-content.ts';
import type { Language } from '../../../schemas/languages.ts';
import type { Consent } from '../../../schemas/consent.ts';
import type { Application, Suspicion } from '../application/application.ts';
import { hashCandidate } from '../application/candidate-applications.ts';
import type { Author } from '../../platform/dynamodb/last-write.ts';
import type { Idempotency } from '../../idempotency/domain/idempotency-key.ts';
import { withTranslation } from '../../jobs/job/posting-laws.ts';
import { locationDescriptions, type OpenPosting } from '../../postings/posting/posting.ts';
import { toPostingSnapshot, type PostingSnapshot } from './posting-snapshots.ts';
import type { ResumeFile } from './resumes/resume-file.ts';
import { signatureOf } from '../../platform/crypto/signature.ts';

/** The part of an application that is known before it is stored. */
export type ApplicationDraft = Omit<
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
  /** The sender. */
  author: Author;
  /** When it was received elsewhere (ISO 8601); undefined for now. */
  receivedAt: string | undefined;
  file: ResumeFile | null;
  /** The posting that its candidate read; null for an import. */
  snapshot: PostingSnapshot | null;
  /** Whether its candidate gets a confirmation, if the limits allow it. */
  wantsConfirmation: boolean;
  /** The hash of everything that the candidate sent, with the content of the file. */
  fingerprint: string;
  /**
   * For an uploaded file: the hash of its id, and that of everything that the candidate sent, with the id instead of
   * the content.
   */
  upload: { hash: string; fingerprint: string } | null;
  /** When given, a repeated request gets the first response. */
  idempotency: Idempotency | undefined;
}

/** The origin of an application. */
interface ApplicationOrigin {
  secret: Uint8Array;
  language: Language;
  consent: Consent;
  suspicions: readonly Suspicion[];
  idempotency: Idempotency | undefined;
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

const hmac = (secret: Uint8Array, content: unknown): string =>
  signatureOf(secret, 'candidate', JSON.stringify(content));

/** Hashes everything that a candidate sent, with the content of the file. */
export const computeFingerprint = (
  secret: Uint8Array,
  { candidate, answers }: Pick<ApplicationContent, 'candidate' | 'answers'>,
  file: ResumeFile | null,
): string => hmac(secret, [candidate, file && [file.fileName, sha256(file.bytes)], ...answers]);

/**
 * Creates an application for a posting. A held one gets no confirmation, even when it is released. Its hashes reveal
 * nothing without the secret.
 */
export function toNewApplication(
  { job, employer, profile, publicId }: OpenPosting,
  { candidate, source, answers, file, upload }: ApplicationContent,
  { secret, language, consent, suspicions, idempotency }: ApplicationOrigin,
): NewApplication {
  const fingerprint = computeFingerprint(secret, { candidate, answers }, file);
  const uploaded =
    upload === null
      ? null
      : { hash: sha256(upload), fingerprint: hmac(secret, [candidate, { upload }, ...answers]) };
  const { title } = withTranslation(job, language);
  const candidateHash = hashCandidate(secret, candidate.email);
  return {
    author: { type: 'candidate' },
    receivedAt: undefined,
    draft: {
      employerId: employer.id,
      jobId: job.id,
      ...(employer.test && { test: true }),
      jobTitle: job.title,
      titleAsRead: title === job.title ? null : title,
      referenceId: job.referenceId,
      places: locationDescriptions(job),
      publicId,
      ...candidate,
      reference: null,
      answers,
      candidateHash: candidateHash,
      source,
      consent,
      language,
      mailTo: job.applicationEmail ?? '',
      state: suspicions.length > 0 ? 'held' : 'queued',
      suspicions,
    },
    file,
    snapshot: toPostingSnapshot({ job, employer }),
    wantsConfirmation: profile.confirmation && suspicions.length === 0,
    fingerprint,
    upload: uploaded,
    // Nobody authenticated: a key counts for its candidate alone, so that nobody can use up another candidate's key.
    idempotency: idempotency && {
      key: sha256(`application ${job.id} ${candidateHash} ${idempotency.key}`),
      // An uploaded file is deleted once an application has it.
      fingerprint: uploaded?.fingerprint ?? fingerprint,
    },
  };
}
