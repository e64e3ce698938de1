import type { Suspicion } from '../application/application.ts';
import { couldSign, signerOf, type ServiceSecrets, signatureOf } from '../../platform/crypto/signature.ts';
import type { Language } from '../../../schemas/languages.ts';
import { questionsIn } from '../../jobs/job/job-language.ts';
import { locationRecords } from '../../jobs/job/job-record.ts';
import { publicProfile, type OpenPosting, forwardSources } from '../../postings/posting/posting.ts';
import { applyForm, type ApplyForm } from '../../../pages/public/apply-form.ts';
import { addressIn } from '../../../pages/public/formats.ts';
import { applyScript } from '../../../pages/public/apply-script.ts';
import { formProblems } from '../../../pages/public/apply-words.ts';
import { postingPath } from '../../jobs/keys.ts';
import type { Page } from '../../http/public-page-result.ts';
import type { PageOfProblem } from '../../http/incoming.ts';
import type { PageRequest } from '../../http/public-page.ts';
import { closedPostingPage, postingFrame } from '../../postings/posting/find-posting.ts';
import { setting } from '../../platform/config.ts';
import { prefillValues, questionsDigest } from './parse-form.ts';

/** The minimum time in which a person fills in the form, in milliseconds. */
const MIN_TYPING_MILLIS = 3_000;

const signedText = (publicId: string, millis: string) => JSON.stringify([publicId, millis]);

/** Signs the time at which the form of a posting was first shown. */
export function signIssueTime(secret: Uint8Array, publicId: string, now: Date): string {
  const millis = String(now.getTime());
  return `${millis}.${signatureOf(secret, 'apply form', signedText(publicId, millis))}`;
}

/** Verifies a signed time, and returns it in milliseconds since 1970; undefined when the signature is invalid. */
function verifyIssueTime(secrets: ServiceSecrets, publicId: string, issued: string): number | undefined {
  const [millis = '', signature = ''] = issued.split('.');
  const signer = signerOf(secrets, 'apply form', signedText(publicId, millis), signature);
  return signer && couldSign(signer, Number(millis)) ? Number(millis) : undefined;
}

/** Whether a form was sent faster than a person can type, or without a valid signed time. */
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

/** The job as the form shows it in a language; a confidential job has no employer. */
function jobOnForm(posting: OpenPosting, language: Language, siteAddress: (path: string) => string) {
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

type FormState = Omit<ApplyForm, 'job' | 'publicId' | 'postingUrl' | 'action' | 'retentionDays'>;

/** Creates the pages of the form of a posting, which is undefined until it is found. */
export function applyFormPages(
  request: PageRequest,
  { retentionDays }: Pick<ApplyForm, 'retentionDays'>,
  posting?: OpenPosting,
) {
  const { event, id, siteAddress } = request;
  const frameAndHeading = posting && postingFrame(posting, request.frameFor);
  const { frame } = frameAndHeading ?? request;
  const about = {
    job: posting &&
      frameAndHeading && {
        ...jobOnForm(posting, frame.language, siteAddress),
        ...frameAndHeading.heading,
      },
    publicId: id,
    postingUrl: siteAddress(postingPath(encodeURIComponent(id))),
    action: forwardSources(addressIn('', frame.language), event.rawQueryString),
    retentionDays,
  };
  const { digest } = about.job ?? {};
  const isOther = ({ answeredDigest = digest }: FormState) =>
    digest !== undefined && answeredDigest !== digest;
  const page = (prefill: FormState): Page => ({
    page: applyForm({ haveChanged: isOther(prefill), ...about, ...prefill }, frame),
    frame,
    hasForm: true,
    script: applyScript,
    connectsTo: setting('UPLOADS_ORIGIN'),
  });
  const closed = closedPostingPage(request, () => prefillValues(event)?.typed?.coverLetter || undefined);
  /**
   * Shows the form again after a problem that is not the candidate's, with the cover letter even if the posting has
   * closed since; undefined for other problems, or when the form cannot be parsed.
   */
  const onProblem: PageOfProblem = (code, error) => {
    const problem = formProblems.find((each) => each === code);
    const prefill = problem && prefillValues(event);
    return prefill ? page({ ...prefill, problem }) : closed(code, error);
  };
  return {
    frame,
    page,
    /** The form with problems at its fields, as a 400. */
    broken: (state: FormState): Page => ({ status: 400, ...page(state) }),
    onProblem,
  };
}
