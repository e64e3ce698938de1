import { Refusal } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { searchIndex, type SiteSearch } from './search-index.ts';
import { editions, fileKeys, isFileName, type Edition } from './edition.ts';

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
    /** The employers with open postings that name them; none before the first edition. */
    employers: async () => (await editions(files).current())?.employers ?? [],
    /** Searches the postings of all employers; none before the first edition. */
    search: async (q: string): Promise<SiteSearch> => {
      const { search: name } = (await editions(files).current()) ?? {};
      if (name === undefined) return { postings: [], found: 0 };
      return searchIndex(q, { name, file: () => gzipOf(fileKeys.search(name)) });
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
