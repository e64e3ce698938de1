import { createHash } from 'node:crypto';
import type { FileStore } from '../../platform/files/file-store.ts';
import { filePrefixes } from '../../platform/files/file-prefixes.ts';

/** The length of the names of files, in hexadecimal digits. */
const NAME_LENGTH = 32;

/** The name of a file with this content. */
export const nameFor = (content: string): string =>
  createHash('sha256').update(content).digest('hex').slice(0, NAME_LENGTH);

/** Whether a text may be the name of a file. */
export const isFileName = (text: string): boolean => /^[0-9a-f]+$/.test(text) && text.length === NAME_LENGTH;

/** One feed and one sitemap of the same postings, as the public reads them. */
export interface Edition {
  /** When its content was first complete (ISO 8601, UTC). */
  madeAt: string;
  /** The parts of the sitemap, by the names of their files. */
  parts: readonly { sitemap: string }[];
  /** The employers with postings that name them; absent in editions of former versions. */
  employers?: readonly { id: number; name: string }[];
  /** The file of the feed: its name, and its length before compression. */
  feed: { name: string; bytes: number };
  /** A hash of the postings in feed and sitemap, whatever their time. */
  content: string;
  /** A hash of everything that it was made of, if every job had the version in the index. */
  inputHash?: string;
}

/** The keys of the files. */
export const fileKeys = {
  edition: `${filePrefixes.public}edition.json`,
  feed: (name: string) => `${filePrefixes.public}feed/${name}.xml.gz`,
  sitemap: (name: string) => `${filePrefixes.public}sitemap/${name}.xml.gz`,
} as const;

/**
 * The current edition. Writing it publishes it: all its files exist before, and those of the former edition for a while
 * after.
 */
export const editions = (files: FileStore) => ({
  current: async (): Promise<Edition | undefined> => {
    const bytes = await files.get(fileKeys.edition);
    return bytes && (JSON.parse(Buffer.from(bytes).toString()) as Edition);
  },
  publish: (edition: Edition): Promise<void> =>
    files.put(fileKeys.edition, Buffer.from(JSON.stringify(edition)), 'application/json'),
});
