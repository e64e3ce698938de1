import { publicPage } from '../http/public-page.ts';
import { constantServicesFor } from '../reference/services.ts';

/** What search engines leave out: forms, redirects, and what is for those alone who have its address. */
const rules = [
  'User-agent: *',
  'Disallow: /jobs/*/apply',
  'Disallow: /jobs/*/go',
  'Disallow: /jobs/*/report',
  'Disallow: /application',
  'Disallow: /recruiting',
];

/** Interface 11.4: the rules for search engines (RFC 9309). */
export const handler = publicPage('robots', constantServicesFor, ({ siteAddress }) => ({
  text: `${[...rules, '', `Sitemap: ${siteAddress('/sitemap.xml')}`].join('\n')}\n`,
  type: 'text/plain; charset=utf-8',
  maxAge: 3_600,
}));
