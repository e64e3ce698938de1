import { employerPage, type EmployerPage } from '../../../pages/public/employer.ts';
import { brandStyle } from '../../../pages/public/style.ts';
import type { Page } from '../../http/public-page-result.ts';
import type { PageRequest } from '../../http/public-page.ts';
import { employerLink, toPublicProfile } from '../posting/posting.ts';
import type { PostingSearch } from './posting-search.ts';
import type { EmployerWithProfile } from './employer-postings.ts';

/** Creates the pages that search an employer's postings. */
export function employerPages(
  { frameFor, siteAddress }: PageRequest,
  { employer, profile, about: ownAbout, translatedAbout }: EmployerWithProfile,
  { values: sent }: PostingSearch,
) {
  const { name, url } = employerLink(employer, siteAddress);
  const frame = { ...frameFor(profile.language, employer.test), ownStyle: brandStyle(profile.color) };
  const { [frame.language]: translated } = translatedAbout;
  const about = translated ?? ownAbout;
  const aboutLanguage = translated === undefined ? profile.language : frame.language;
  const { website, logo } = toPublicProfile(profile, frame.language, siteAddress);
  const pageOf = (shown: Pick<EmployerPage, 'search' | 'listed'>): Page => ({
    page: employerPage({ employer: name, url, website, logo, about, aboutLanguage, ...shown }, frame),
    frame,
    hasForm: true,
  });
  return {
    language: frame.language,
    listed: (listed: EmployerPage['listed'], inUse: EmployerPage['search']['inUse']) =>
      pageOf({ search: { sent, broken: [], inUse }, listed }),
    /** The form again, with the rules that its input broke. */
    refused: (broken: EmployerPage['search']['broken']) => pageOf({ search: { sent, broken } }),
  };
}
