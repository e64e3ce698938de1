/** One row of the table of public pages: HTML for candidates and files for search engines, without a key. */
export interface PublicPage {
  method: 'GET' | 'POST';
  /** The path of the page, which may contain one parameter, such as `{id}`. */
  path: string;
}

/** Every public page, by its id (guide: public-pages 4 and 5). Each has its own function. */
export const publicPages = {
  showFrontPage: { method: 'GET', path: '/' },
  showPosting: { method: 'GET', path: '/jobs/{id}' },
  showEmployer: { method: 'GET', path: '/employers/{id}' },
  followPosting: { method: 'GET', path: '/jobs/{id}/go' },
  showApplyForm: { method: 'GET', path: '/jobs/{id}/apply' },
  submitApplyForm: { method: 'POST', path: '/jobs/{id}/apply' },
  showReportForm: { method: 'GET', path: '/jobs/{id}/report' },
  submitReport: { method: 'POST', path: '/jobs/{id}/report' },
  showReporting: { method: 'GET', path: '/reporting' },
  showLogo: { method: 'GET', path: '/logos/{file}' },
  robots: { method: 'GET', path: '/robots.txt' },
  indexNowKey: { method: 'GET', path: '/indexnow.txt' },
  feed: { method: 'GET', path: '/feed.xml' },
  sitemap: { method: 'GET', path: '/sitemap.xml' },
  sitemapPart: { method: 'GET', path: '/sitemap/{file}' },
  showApplication: { method: 'GET', path: '/application' },
  withdrawApplication: { method: 'POST', path: '/application' },
  showRecruitingPage: { method: 'GET', path: '/recruiting' },
  submitRecruitingForm: { method: 'POST', path: '/recruiting' },
} as const satisfies Record<string, PublicPage>;

export type PublicPageId = keyof typeof publicPages;
