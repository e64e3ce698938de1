import { createHash } from 'node:crypto';
import type { ApplicationContent } from './application-content.ts';
import type { Application, Consent, Suspicion } from './application.ts';
import type { Idempotency } from '../../platform/values/idempotency.ts';
import type { OpenPosting } from '../../postings/domain/posting.ts';
import type { ResumeFile } from '../resumes/resume-file.ts';
import { signatureOf } from '../../platform/values/signature.ts';

/** The part of an application that is known before it is stored. */
export type Received = Omit<
  Application,
  | 'number'
  | 'resume'
  | 'receivedAt'
  | 'repeatOf'
  | 'queuedAt'
  | 'attempts'
  | 'mailError'
  | 'failure'
  | 'answerKey'
  | 'version'
  | 'timeToLive'
>;

/** An application to store. */
export interface NewApplication {
  received: Received;
  file: ResumeFile | null;
  /** The hash of everything that the candidate sent. */
  fingerprint: string;
  /** When given, a repeated request gets the first response. */
  idempotency: Idempotency | undefined;
}

/** How an application came. */
interface Arrival {
  secret: Uint8Array;
  language: string;
  consent: Consent;
  suspicions: readonly Suspicion[];
  idempotency: Idempotency | undefined;
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** An application for a posting. Its hashes say nothing to anybody who does not have the secret. */
export function newApplication(
  { job, employer }: OpenPosting,
  { candidate, file }: ApplicationContent,
  { secret, language, consent, suspicions, idempotency }: Arrival,
): NewApplication {
  const hashed = (text: string) => signatureOf(secret, 'candidate', text);
  const content = [candidate, file && [file.fileName, sha256(file.bytes)]];
  const fingerprint = hashed(JSON.stringify(content));
  // Whatever the letter case of the address, it is the same candidate.
  const candidateHash = hashed(candidate.email.toLowerCase());
  return {
    received: {
      employerId: employer.id,
      jobId: job.id,
      jobTitle: job.title,
      referenceId: job.referenceId,
      ...candidate,
      candidate: candidateHash,
      consent,
      language,
      mailTo: job.applicationEmail ?? '',
      state: suspicions.length > 0 ? 'held' : 'queued',
      heldFor: suspicions,
    },
    file,
    fingerprint,
    // Nobody has authenticated: a key counts for its candidate alone, so that nobody can use up the key of another one.
    idempotency: idempotency && {
      key: sha256(`application ${job.id} ${candidateHash} ${idempotency.key}`),
      fingerprint,
    },
  };
}
