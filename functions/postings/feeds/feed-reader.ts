import { Refusal } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { searchIndex, type SiteSearch } from './search-index.ts';
import { editions, fileKeys, isFileName, type Edition, type ListedEmployer } from './edition.ts';

/** How long the address of the feed's file is valid, in seconds. */
const ADDRESS_SECONDS = 900;

function orNotFound<Content>(content: Content | undefined): Content {
  if (content !== undefined) return content;
  throw new Refusal('path_not_found', 'There is nothing at this path.');
}

/** Reads the current edition. Throws Refusal `path_not_found` when there is none. */
export const feedReader = (files: FileStore) => {
  const gzipOf = async (key: string) => Buffer.from(orNotFound(await files.get(key)));
  return {
    edition: async () => orNotFound(await editions(files).current()),
    /**
     * The employers with open postings that name them, and the postings of all employers that `q` finds, unless it is
     * empty; none before the first edition.
     */
    front: async (q: string): Promise<{ employers: readonly ListedEmployer[]; found?: SiteSearch }> => {
      const { employers = [], search: name } = (await editions(files).current()) ?? {};
      if (q === '') return { employers };
      if (name === undefined) return { employers, found: { postings: [], found: 0 } };
      const file = () => gzipOf(fileKeys.search(name));
      return { employers, found: await searchIndex(q, { name, file }) };
    },
    /** The feed, compressed. */
    feed: ({ feed }: Edition) => gzipOf(fileKeys.feed(feed.name)),
    /** A temporary URL of the compressed feed. */
    feedAddress: ({ feed }: Edition) =>
      files.addressOf(fileKeys.feed(feed.name), {
        fileName: 'feed.xml.gz',
        mediaType: 'application/gzip',
        seconds: ADDRESS_SECONDS,
      }),
    /** The sitemap with this name, compressed. */
    sitemap: async (name: string) =>
      gzipOf(fileKeys.sitemap(orNotFound(isFileName(name) ? name : undefined))),
  };
};
