import type { PageRequest } from '../../http/public-page.ts';
import { withTranslation, originalLanguage } from '../../jobs/job/posting-laws.ts';
import { type OpenPosting, employerLink, PostingClosed } from './posting.ts';
import { accentStyle } from '../../../pages/public/accent-style.ts';
import { closedPage, type ClosedPage } from '../../../pages/public/closed.ts';
import type { PageOfProblem } from '../../http/incoming.ts';

/**
 * The frame of a page about a posting, in the posting's own language unless its reader prefers another, and the title
 * there. `titleLanguage` is undefined when it is unclear.
 */
export function postingFrame(
  { job, employer, profile }: Pick<OpenPosting, 'job' | 'employer' | 'profile'>,
  frameFor: PageRequest['frameFor'],
  own = originalLanguage(job),
) {
  const { color } = profile;
  const ownStyle = job.confidential || color === null ? undefined : accentStyle(color);
  const frame = { ...frameFor(own ?? profile.language, employer.test), ownStyle };
  const titleLanguage = job.translations?.[frame.language] ? frame.language : own;
  return { frame, heading: { title: withTranslation(job, frame.language).title, titleLanguage } };
}

type Request = Pick<PageRequest, 'frameFor' | 'siteAddress'>;

/**
 * Creates the page of a posting that was once active: its title, and the employer's other postings, unless it is
 * confidential. Undefined for other problems. `kept` is the cover letter that a candidate wrote for it.
 */
export const closedPostingPage =
  ({ frameFor, siteAddress }: Request, kept?: () => ClosedPage['letter']): PageOfProblem =>
  (_, error) => {
    if (!(error instanceof PostingClosed)) return undefined;
    const { job, employer } = error.posting;
    // A job that was never published returns the same 404 as an unknown job.
    if (job.firstPublished === null) return undefined;
    const { frame, heading } = postingFrame(error.posting, frameFor);
    const content = {
      ...heading,
      employer: job.confidential ? undefined : employerLink(employer, siteAddress),
      letter: kept?.(),
    };
    return { page: closedPage(content, frame), frame };
  };
