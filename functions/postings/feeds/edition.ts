import { createHash } from 'node:crypto';
import type { FileStore } from '../../platform/files/file-store.ts';
import { filePrefixes } from '../../platform/files/prefixes.ts';

/** The length of the names of files, in hexadecimal digits. */
const NAME_LENGTH = 32;

/** The name of a file with this content. */
export const nameOf = (content: string): string =>
  createHash('sha256').update(content).digest('hex').slice(0, NAME_LENGTH);

/** Whether a text may be the name of a file. */
export const isName = (text: string): boolean => /^[0-9a-f]+$/.test(text) && text.length === NAME_LENGTH;

/** A part of an edition, named after its content: its postings in the feed and in a sitemap. */
export interface Part {
  /** The name of its file in the feed. */
  feed: string;
  /** The name of its sitemap. */
  sitemap: string;
}

/** What the public reads: one feed and one sitemap of the same postings. */
export interface Edition {
  /** When its content was first complete (ISO 8601, UTC). */
  madeAt: string;
  parts: readonly Part[];
  /** The file of the whole feed: its name, and its length before compression. */
  feed: { name: string; bytes: number };
  /** The name of all that it was made of, if one run has read all of it as the index named it. */
  madeOf?: string;
}

/** An edition that a run has begun. */
export interface Draft {
  /** When it was begun (ISO 8601, UTC). */
  begunAt: string;
  /** The rank of the last posting in its parts; those of higher rank are still missing. */
  upTo: string;
  parts: readonly Part[];
  /** The employers whose pages are in its parts, by their ids. */
  employers?: readonly number[];
}

/** The keys of the files. */
export const fileKeys = {
  edition: `${filePrefixes.public}edition.json`,
  draft: `${filePrefixes.public}draft.json`,
  feed: (name: string) => `${filePrefixes.public}feed/${name}.xml.gz`,
  feedPart: (name: string) => `${filePrefixes.public}feed-part/${name}.xml.gz`,
  sitemap: (name: string) => `${filePrefixes.public}sitemap/${name}.xml.gz`,
} as const;

async function readJson<Content>(files: FileStore, key: string): Promise<Content | undefined> {
  const bytes = await files.get(key);
  return bytes && (JSON.parse(Buffer.from(bytes).toString()) as Content);
}

const writeJson = (files: FileStore, key: string, content: object) =>
  files.put(key, Buffer.from(JSON.stringify(content)), 'application/json');

/**
 * The current edition and the draft of the next one. Writing the edition is the switch: all its files exist before, and
 * those of the edition before it for a while after.
 */
export const editions = (files: FileStore) => ({
  current: () => readJson<Edition>(files, fileKeys.edition),
  publish: (edition: Edition) => writeJson(files, fileKeys.edition, edition),
  draft: () => readJson<Draft>(files, fileKeys.draft),
  keepDraft: (draft: Draft) => writeJson(files, fileKeys.draft, draft),
  dropDraft: () => files.remove(fileKeys.draft),
});
