import { publicPage } from '../http/public-page.ts';
import { constantServicesFor } from '../reference/services.ts';

/** The paths that search engines must not visit: forms, redirects, and pages only for people who have the address. */
const rules = [
  'User-agent: *',
  'Disallow: /jobs/*/apply',
  'Disallow: /jobs/*/go',
  'Disallow: /jobs/*/report',
  'Disallow: /application',
  'Disallow: /recruiting',
];

/** The rules for search engines (RFC 9309) (guide: career-site 7 to 9). */
export const handler = publicPage('robots', constantServicesFor, ({ siteAddress }) => ({
  text: `${[...rules, '', `Sitemap: ${siteAddress('/sitemap.xml')}`].join('\n')}\n`,
  type: 'text/plain; charset=utf-8',
  maxAge: 3_600,
}));
