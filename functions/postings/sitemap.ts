import { gzipSync } from 'node:zlib';
import { sitemapIndex } from '../../pages/public/sitemap.ts';
import { publicFile } from './feeds/public-file.ts';
import { feedServicesFor } from './services.ts';

/** The sitemap of all open postings, for search engines (guide: career-site 10 to 13): an index of its parts. */
export const handler = publicFile('sitemap', feedServicesFor, async ({ siteAddress }, { feeds }) => {
  const { madeAt, feed, parts } = await feeds.edition();
  const sitemaps = parts.map(({ sitemap }) => ({
    url: siteAddress(`/sitemap/${sitemap}.xml`),
    lastModified: madeAt,
  }));
  return { version: feed.name, modifiedAt: new Date(madeAt), gzip: () => gzipSync(sitemapIndex(sitemaps)) };
});
