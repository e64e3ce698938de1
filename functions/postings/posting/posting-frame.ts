import type { PageRequest } from '../../http/public-page.ts';
import { withTranslation, originalLanguage } from '../../jobs/job/posting-laws.ts';
import type { OpenPosting } from './posting.ts';

/**
 * The frame of a page about a posting, in the posting's own language unless its reader prefers another, and the title
 * there. `titleLanguage` is undefined when it is unclear.
 */
export function postingFrame(
  { job, employer, profile }: Pick<OpenPosting, 'job' | 'employer' | 'profile'>,
  frameFor: PageRequest['frameFor'],
  own = originalLanguage(job),
) {
  const frame = frameFor(own ?? profile.language, employer.test);
  const titleLanguage = job.translations?.[frame.language] ? frame.language : own;
  return { frame, heading: { title: withTranslation(job, frame.language).title, titleLanguage } };
}
