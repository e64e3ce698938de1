import { idText } from '../../schemas/limits.ts';
import type { JobTeaser } from '../jobs/job/job.ts';
import { postingTeaser, type ListedPosting } from './posting/posting.ts';
import { parsePostingSearch } from './employer/posting-search.ts';
import { postingsInUse } from './employer/posting-filter.ts';
import { employerPages } from './employer/employer-pages.ts';
import { publicPage } from '../http/public-page.ts';
import { employerPageServicesFor } from './services.ts';

/** The page of an employer's open postings (guide: career-site 2 to 4). */
export const handler = publicPage('showEmployer', employerPageServicesFor, async (request, services) => {
  const { id, event, siteAddress, onProblem } = request;
  const { currency, today } = services;
  const search = parsePostingSearch(event.rawQueryString);
  const withAbout = search.isWhole;
  const employer = await services.employer(idText.test(id) ? Number(id) : 0, { withAbout });
  const { language, listed, refused } = employerPages(request, employer, search);
  const { after, invalid } = search;
  if (invalid.length > 0) return { status: 400, ...refused(invalid) };
  onProblem((code) => (code === 'validation_failed' ? refused(['after']) : undefined));
  const { postings, next, all } = await services.postingsOf(employer.employer, search);
  const toTeaser = (posting: ListedPosting<JobTeaser>) =>
    postingTeaser(posting, { siteAddress, currency, today }, language);
  const jobs = postings.map(toTeaser);
  const isFirst = after === undefined;
  const findsNone = isFirst && !search.isWhole && jobs.length === 0 && next === undefined;
  const newest = findsNone ? await services.postingsOf(employer.employer, { after }) : undefined;
  const list = { jobs, total: all?.length, isFirst, next, newest: newest?.postings.map(toTeaser) };
  return { ...listed(list, postingsInUse(all, jobs)), maxAge: 60 };
});
