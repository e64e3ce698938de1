import type { OperationId } from './operations.ts';
import { postingSearchFields } from './posting-search.ts';
import type { PublicPageId } from './public-pages.ts';

/** The facts about a public page for its deployment and its bundle, which no deployed function reads. */
export interface PublicPageDetails {
  summary: string;
  /** The operation whose schema validates the form. */
  checks?: OperationId;
  /** The query parameters that the page depends on; only for pages that a CDN may cache as their headers allow. */
  keptBy?: readonly string[];
}

/** The details of every public page. */
export const publicPageDetails: Readonly<Record<PublicPageId, PublicPageDetails>> = {
  showFrontPage: {
    summary: 'The newest open jobs, and the employers with open postings, for candidates',
    keptBy: ['job', 'lang', 'page', 'q'],
  },
  showPosting: {
    summary: 'The posting of a job, for candidates',
    // The parameters that the page's button passes on to the form.
    keptBy: ['source', 'utm_source', 'lang'],
  },
  showEmployer: {
    summary: 'The open postings of an employer, for candidates',
    keptBy: ['after', ...postingSearchFields, 'lang'],
  },
  followPosting: { summary: 'Redirects to where candidates apply, and counts those who go to the employer' },
  showApplyForm: { summary: 'The form in which candidates apply' },
  submitApplyForm: { summary: 'Receives the form of an application', checks: 'createApplication' },
  showReportForm: { summary: 'The form in which anybody reports a posting, and how a report is handled' },
  submitReport: { summary: 'Receives a report of a posting' },
  showReporting: { summary: 'The policy about reports of postings', keptBy: ['lang'] },
  showLogo: { summary: 'The logo of an employer', keptBy: [] },
  robots: { summary: 'What search engines should leave out', keptBy: [] },
  indexNowKey: {
    summary: 'The key by which search engines recognise the sender of new postings',
    keptBy: [],
  },
  feed: { summary: 'All open postings, for job aggregators', keptBy: [] },
  sitemap: {
    summary: 'The sitemap of all open postings, for search engines: an index of its parts',
    keptBy: [],
  },
  sitemapPart: { summary: 'A part of the sitemap', keptBy: [] },
  showApplication: { summary: 'The status of an application, for the candidate' },
  withdrawApplication: { summary: 'The candidate withdraws an application' },
  showRecruitingPage: { summary: 'All applications for a job, for the recipients of mail about them' },
  submitRecruitingForm: { summary: 'A recruiter sets a stage, releases an application or erases it' },
};
