import type { OperationId } from './operations.ts';
import { postingSearchFields } from './posting-search.ts';

/** One row of the table of public pages: HTML for candidates and files for search engines, without a key. */
export interface PublicPage {
  method: 'GET' | 'POST';
  /** The path of the page, which may contain one parameter, such as `{id}`. */
  path: string;
  summary: string;
  /** The operation whose schema validates the form. */
  checks?: OperationId;
  /** The query parameters that the page depends on; only for pages that a CDN may cache as their headers allow. */
  keptBy?: readonly string[];
}

/** Interface 11: every public page, by its id. Each has its own function. */
export const publicPages = {
  showFrontPage: {
    method: 'GET',
    path: '/',
    summary: 'The newest open jobs, and the employers with open postings, for candidates',
    keptBy: ['job', 'lang', 'page', 'q'],
  },
  showPosting: {
    method: 'GET',
    path: '/jobs/{id}',
    summary: 'The posting of a job, for candidates',
    // The parameters that the page's button passes on to the form.
    keptBy: ['source', 'utm_source', 'lang'],
  },
  showEmployer: {
    method: 'GET',
    path: '/employers/{id}',
    summary: 'The open postings of an employer, for candidates',
    keptBy: ['after', ...postingSearchFields, 'lang'],
  },
  followPosting: {
    method: 'GET',
    path: '/jobs/{id}/go',
    summary: 'Redirects to where candidates apply, and counts those who go to the employer',
  },
  showApplyForm: { method: 'GET', path: '/jobs/{id}/apply', summary: 'The form in which candidates apply' },
  submitApplyForm: {
    method: 'POST',
    path: '/jobs/{id}/apply',
    summary: 'Receives the form of an application',
    checks: 'createApplication',
  },
  showReportForm: {
    method: 'GET',
    path: '/jobs/{id}/report',
    summary: 'The form in which anybody reports a posting, and how a report is handled',
  },
  submitReport: { method: 'POST', path: '/jobs/{id}/report', summary: 'Receives a report of a posting' },
  showReporting: {
    method: 'GET',
    path: '/reporting',
    summary: 'The policy about reports of postings',
    keptBy: ['lang'],
  },
  showLogo: {
    method: 'GET',
    path: '/logos/{file}',
    summary: 'The logo of an employer',
    keptBy: [],
  },
  robots: {
    method: 'GET',
    path: '/robots.txt',
    summary: 'What search engines should leave out',
    keptBy: [],
  },
  indexNowKey: {
    method: 'GET',
    path: '/indexnow.txt',
    summary: 'The key by which search engines recognise the sender of new postings',
    keptBy: [],
  },
  feed: { method: 'GET', path: '/feed.xml', summary: 'All open postings, for job aggregators', keptBy: [] },
  sitemap: {
    method: 'GET',
    path: '/sitemap.xml',
    summary: 'The sitemap of all open postings, for search engines: an index of its parts',
    keptBy: [],
  },
  sitemapPart: { method: 'GET', path: '/sitemap/{file}', summary: 'A part of the sitemap', keptBy: [] },
  showApplication: {
    method: 'GET',
    path: '/application',
    summary: 'The status of an application, for the candidate',
  },
  withdrawApplication: {
    method: 'POST',
    path: '/application',
    summary: 'The candidate withdraws an application',
  },
  showRecruitingPage: {
    method: 'GET',
    path: '/recruiting',
    summary: 'All applications for a job, for the recipients of mail about them',
  },
  submitRecruitingForm: {
    method: 'POST',
    path: '/recruiting',
    summary: 'A recruiter sets a stage, releases an application or erases it',
  },
} as const satisfies Record<string, PublicPage>;

export type PublicPageId = keyof typeof publicPages;
