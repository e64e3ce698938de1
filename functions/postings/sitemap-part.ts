import { publicFile } from './feeds/public-file.ts';
import { feedServicesFor } from './services.ts';

/** A part of the sitemap (guide: career-site 10 to 13). Its name is different for every content. */
export const handler = publicFile('sitemapPart', feedServicesFor, async ({ file }, { feeds }) => {
  const version = file.replace(/\.xml$/, '');
  return { version, gzip: () => feeds.sitemap(version) };
});
