import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Refusal } from '../domain/refusal.ts';
import type { FileStore } from '../files/file-store.ts';
import { editions, fileKeys, isName, type Edition } from './edition.ts';

const decompressed = promisify(gunzip);

/** For how long the address of the feed's file is good, in seconds. */
const ADDRESS_SECONDS = 900;

function found<Content>(content: Content | undefined): Content {
  if (content !== undefined) return content;
  throw new Refusal('path_not_found', 'There is nothing at this path.');
}

/** Reads what the last run published. Throws Refusal `path_not_found` where there is nothing. */
export const feedReader = (files: FileStore) => {
  const textOf = async (key: string) => (await decompressed(found(await files.get(key)))).toString();
  return {
    edition: async () => found(await editions(files).current()),
    /** The text of the feed. */
    feed: ({ feed }: Edition) => textOf(fileKeys.feed(feed.name)),
    /** An address from which the compressed feed can be downloaded. */
    feedAddress: ({ feed }: Edition) =>
      files.addressOf(fileKeys.feed(feed.name), {
        fileName: 'feed.xml.gz',
        mediaType: 'application/gzip',
        seconds: ADDRESS_SECONDS,
      }),
    /** The text of the sitemap with this name. */
    sitemap: async (name: string) => textOf(fileKeys.sitemap(found(isName(name) ? name : undefined))),
  };
};
