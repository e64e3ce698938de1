import { publicFile } from './feeds/public-file.ts';
import { feedServicesFor } from './services.ts';

/** Interface 11.8: a part of the sitemap. Its name is different for every content. */
export const handler = publicFile('sitemapPart', feedServicesFor, async ({ file }, { feeds }) => {
  const version = file.replace(/\.xml$/, '');
  return { version, gzip: () => feeds.sitemap(version) };
});
