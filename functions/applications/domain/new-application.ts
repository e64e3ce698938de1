import { createHash } from 'node:crypto';
import type { ApplicationContent } from './application-content.ts';
import type { Language } from '../../../schemas/languages.ts';
import type { Consent } from '../../../schemas/consent.ts';
import type { Application, Suspicion } from './application.ts';
import { candidateHash } from './candidate-hash.ts';
import type { Idempotency } from '../../idempotency/domain/idempotency-key.ts';
import { placesOf, type OpenPosting } from '../../postings/domain/posting.ts';
import type { ResumeFile } from '../resumes/resume-file.ts';
import { signatureOf } from '../../platform/values/signature.ts';

/** The part of an application that is known before it is stored. */
export type Received = Omit<
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
  | 'answerKey'
  | 'version'
  | 'timeToLive'
>;

/** An application to store. */
export interface NewApplication {
  received: Received;
  file: ResumeFile | null;
  /** Whether its candidate is to be mailed a confirmation, if there may be one. */
  isConfirmed: boolean;
  /** The hash of everything that the candidate sent, with the content of the file. */
  fingerprint: string;
  /** The uploaded file: the hash of its id, and that of everything that the candidate sent, with the id for the content. */
  upload: { hash: string; fingerprint: string } | null;
  /** Where it comes from and its job, as hashes by which a bounce of its confirmation is counted. */
  origins: readonly string[];
  /** When given, a repeated request gets the first response. */
  idempotency: Idempotency | undefined;
}

/** How an application came. */
interface Arrival {
  secret: Uint8Array;
  language: Language;
  consent: Consent;
  suspicions: readonly Suspicion[];
  origins: readonly string[];
  idempotency: Idempotency | undefined;
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** An application for a posting. One that is held gets no confirmation, also not once it is released. Its hashes say nothing to anybody who does not have the secret. */
export function newApplication(
  { job, employer, profile, publicId }: OpenPosting,
  { candidate, source, file, upload }: ApplicationContent,
  { secret, language, consent, suspicions, origins, idempotency }: Arrival,
): NewApplication {
  const hashed = (text: string) => signatureOf(secret, 'candidate', text);
  const fingerprintOf = (resume: unknown) => hashed(JSON.stringify([candidate, resume]));
  const fingerprint = fingerprintOf(file && [file.fileName, sha256(file.bytes)]);
  const uploaded = upload === null ? null : { hash: sha256(upload), fingerprint: fingerprintOf({ upload }) };
  const known = candidateHash(secret, candidate.email);
  return {
    received: {
      employerId: employer.id,
      jobId: job.id,
      jobTitle: job.title,
      referenceId: job.referenceId,
      places: placesOf(job),
      publicId,
      ...candidate,
      candidate: known,
      source,
      consent,
      language,
      mailTo: job.applicationEmail ?? '',
      state: suspicions.length > 0 ? 'held' : 'queued',
      heldFor: suspicions,
    },
    file,
    isConfirmed: profile.confirmation && suspicions.length === 0,
    fingerprint,
    upload: uploaded,
    origins,
    // Nobody has authenticated: a key counts for its candidate alone, so that nobody can use up the key of another one.
    idempotency: idempotency && {
      key: sha256(`application ${job.id} ${known} ${idempotency.key}`),
      // An uploaded file is gone once an application has it.
      fingerprint: uploaded?.fingerprint ?? fingerprint,
    },
  };
}
