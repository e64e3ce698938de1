import type { Suspicion } from '../application/application.ts';
import { couldSign, signerOf, type ServiceSecrets } from '../../platform/crypto/service-secrets.ts';
import { signatureOf } from '../../platform/crypto/signature.ts';
import { createHash } from 'node:crypto';
import type { Language } from '../../../schemas/languages.ts';
import type { Job } from '../../jobs/job/job.ts';
import { questionsIn } from '../../jobs/job/questions.ts';
import { locationRecords } from '../../jobs/job/job-record.ts';
import { hasApplicationForm, publicProfile, type OpenPosting } from '../../postings/posting/posting.ts';
import { Refusal } from '../../platform/errors.ts';

/** The minimum time in which a person fills in the form, in milliseconds. */
const MIN_TYPING_MILLIS = 3_000;

const signedText = (publicId: string, millis: string) => JSON.stringify([publicId, millis]);

/** Signs the time at which the form of a posting was first shown. */
export function signIssueTime(secret: Uint8Array, publicId: string, now: Date): string {
  const millis = String(now.getTime());
  return `${millis}.${signatureOf(secret, 'apply form', signedText(publicId, millis))}`;
}

/** Verifies that time, in milliseconds since 1970; undefined when its signature is invalid. */
function verifyIssueTime(secrets: ServiceSecrets, publicId: string, issued: string): number | undefined {
  const [millis = '', signature = ''] = issued.split('.');
  const signer = signerOf(secrets, 'apply form', signedText(publicId, millis), signature);
  return signer && couldSign(signer, Number(millis)) ? Number(millis) : undefined;
}

/** Whether a form was sent faster than a person types, or without a valid time. */
export function isTooFast(secrets: ServiceSecrets, publicId: string, issued: string, now: Date): boolean {
  const issuedAt = verifyIssueTime(secrets, publicId, issued);
  if (issuedAt === undefined) return true;
  const typing = now.getTime() - issuedAt;
  // A negative duration comes from a clock that was set back.
  return typing >= 0 && typing < MIN_TYPING_MILLIS;
}

/** The suspicions about a form. */
export const formSuspicions = (isTrapped: boolean, isFast: boolean): Suspicion[] => [
  ...(isTrapped ? (['trap_filled'] as const) : []),
  ...(isFast ? (['too_fast'] as const) : []),
];

const DIGEST_LENGTH = 16;

/**
 * Hashes the questions of a job in all languages, so that a form can tell whether they are still the same; empty without
 * questions. Whether they are required does not count.
 */
export function questionsDigest({
  questions,
  translations,
}: Pick<Job, 'questions' | 'translations'>): string {
  if (!questions || questions.length === 0) return '';
  const translated = Object.values(translations ?? {}).flatMap((each) => each?.questions ?? []);
  const texts = [...questions.map(({ id, text, type, options }) => [id, text, type, options]), ...translated];
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, DIGEST_LENGTH);
}

/**
 * Returns the posting if its applications come here. Throws Refusal `applied_elsewhere`, which names the right address.
 */
export function requireApplyForm(posting: OpenPosting): OpenPosting {
  if (hasApplicationForm(posting.job)) return posting;
  throw new Refusal('applied_elsewhere', `Candidates apply at ${posting.job.applicationUrl}.`);
}

/** The job on the form in a language: a confidential one without its employer. */
export function jobOnForm(posting: OpenPosting, language: Language, siteAddress: (path: string) => string) {
  const { privacyUrl, accommodation } = publicProfile(posting, language, siteAddress);
  return {
    employer: posting.job.confidential ? null : posting.employer.name,
    places: locationRecords(posting.job),
    privacyUrl,
    accommodation,
    questions: questionsIn(posting.job, language),
    digest: questionsDigest(posting.job),
  };
}
