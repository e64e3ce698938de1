import config from './jest.config.ts';

/**
 * Suites of functions without an operation, and of what the build adds: compiled validators, rendered pages, places and
 * the S3 client. `test/bundles/` itself sends each operation its requests.
 */
const suites = [
  'accounts/{keys,logo}',
  'applications/{record-mail-event,send-applications,sweep-applications}',
  'applications/candidate/candidate-page',
  'applications/intake/{apply-form,uploads}',
  'applications/mail/confirmations',
  'applications/recruiters/{recruiting-new-link,recruiting-page}',
  'canary/run-canary',
  'documentation/{documentation,maintenance,markdown-pages}',
  'events/build-log',
  'jobs/{auto-refresh,fold-status-maps,places-in-jobs,search,translations}',
  'mail/mail-run',
  'postings/{employer-postings,feeds,follow-posting,front-page,notify-search-engines,search-postings,show-posting}',
  'reports/{report-form,report-mail}',
  'webhooks/{partner-webhooks,send-webhooks,webhooks}',
];

export default {
  ...config,
  testMatch: ['bundles/*', ...suites.map((path) => `functions/${path}`)].map(
    (path) => `<rootDir>/test/${path}.test.ts`,
  ),
  testPathIgnorePatterns: ['/node_modules/'],
};
