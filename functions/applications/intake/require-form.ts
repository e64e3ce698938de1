import { questionsDigest } from './questions-digest.ts';
import { locationRecords } from '../../jobs/job/job-record.ts';
import { detectLanguage } from '../../jobs/job/posting-laws.ts';
import { hasApplicationForm, publicProfile, type OpenPosting } from '../../postings/posting/posting.ts';
import { Refusal } from '../../platform/errors.ts';

/**
 * Returns the posting if its applications come here. Throws Refusal `applied_elsewhere`, which names the right address.
 */
export function requireApplyForm(posting: OpenPosting): OpenPosting {
  if (hasApplicationForm(posting.job)) return posting;
  throw new Refusal('applied_elsewhere', `Candidates apply at ${posting.job.applicationUrl}.`);
}

/** The job on the form: a confidential one without its employer. */
export function jobOnForm(posting: OpenPosting, siteAddress: (path: string) => string) {
  const { privacyUrl, accommodation } = publicProfile(posting, siteAddress);
  const questions = posting.job.questions ?? [];
  return {
    employer: posting.job.confidential ? null : posting.employer.name,
    places: locationRecords(posting.job),
    privacyUrl,
    accommodation,
    questions: questions.map((question) => ({ ...question, language: detectLanguage(question.text) })),
    digest: questionsDigest(questions),
  };
}
