import { closedPage, type ClosedPage } from '../../pages/public/closed.ts';
import type { PageOfProblem } from '../http/incoming.ts';
import type { PageRequest } from '../http/public-page.ts';
import { inLanguage } from '../jobs/domain/posting-language.ts';
import { employerLink, PostingClosed } from './domain/posting.ts';

type Request = Pick<PageRequest, 'frameFor' | 'siteAddress'>;

/**
 * The page of a posting that was active once, and of no other problem: its title, and where the employer's other postings
 * are, unless it is confidential. `kept` is the letter that a candidate has written for it.
 */
export const closedPosting =
  ({ frameFor, siteAddress }: Request, kept?: () => ClosedPage['letter']): PageOfProblem =>
  (_, error) => {
    if (!(error instanceof PostingClosed)) return undefined;
    const { job, employer, profile } = error.posting;
    // What was never published stays unknown.
    if (job.firstPublished === null) return undefined;
    const frame = frameFor(profile.language, employer.test);
    const shown = {
      title: inLanguage(job, frame.language).title,
      employer: job.confidential ? undefined : employerLink(employer, siteAddress),
      letter: kept?.(),
    };
    return { page: closedPage(shown, frame), frame };
  };
