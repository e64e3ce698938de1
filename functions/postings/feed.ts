import { publicFile } from './feeds/public-file.ts';
import { feedServicesFor } from './services.ts';

/** The maximum size of a response in bytes. A larger feed is a redirect to its file. */
const RESPONSE_BYTES = 4_000_000;

/** All open postings in one file, for job aggregators (guide: career-site 10 to 13). */
export const handler = publicFile('feed', feedServicesFor, async (_, { feeds }) => {
  const edition = await feeds.edition();
  if (edition.feed.bytes > RESPONSE_BYTES) return { location: await feeds.feedAddress(edition) };
  return {
    version: edition.feed.name,
    modifiedAt: new Date(edition.madeAt),
    gzip: () => feeds.feed(edition),
  };
});
