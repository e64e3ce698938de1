import { publishedFiles } from '../keys.ts';
import { createHash, hash } from 'node:crypto';
import type { FileStore } from '../../platform/files/file-store.ts';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import { FEED_FOOTER, feedEntries, feedHeader, type FeedTimes } from '../../../pages/public/feed.ts';
import { compressIndex, searchIndexWriter, type SearchedPosting, searchIndex } from './search-index.ts';
import { sitemap, sitemapEntry } from '../../../pages/public/sitemap.ts';
import type { PublicJob } from '../../../schemas/public-job.ts';
import { Refusal } from '../../platform/errors.ts';

/** The length of the names of files, in hexadecimal digits. */
const NAME_LENGTH = 32;

/** The name of a file, derived from the content. */
export const nameFor = (content: string): string => hash('sha256', content).slice(0, NAME_LENGTH);

/** Whether a text may be the name of a file. */
const isFileName = (text: string): boolean => /^[0-9a-f]+$/.test(text) && text.length === NAME_LENGTH;

/** The maximum number of places that an edition lists for an employer. */
const PLACES = 4;

const { compare: byName } = new Intl.Collator('en');

/** An employer as the front page lists it. Editions of former versions have only id and name. */
export interface ListedEmployer {
  id: number;
  name: string;
  logo?: string | undefined;
  /** The number of the employer's postings that are not confidential. */
  postings?: number;
  /** The places of these postings, in the order in which the edition found them. */
  places?: PublicJob['locations'];
}

/** One feed and one sitemap of the same postings, as the public reads them. */
export interface Edition {
  /** The time at which an edition with this content was first completed (ISO 8601, UTC). */
  madeAt: string;
  /** The parts of the sitemap, by the names of their files. */
  parts: readonly { sitemap: string }[];
  /** The employers with postings that are not confidential, by name; absent in editions of former versions. */
  employers?: readonly ListedEmployer[];
  /** The file of the feed: its name, and its length before compression. */
  feed: { name: string; bytes: number };
  /** The newest postings, confidential ones among them; absent in editions of former versions. */
  newest?: readonly SearchedPosting[];
  /** The name of the file that a search of the whole site reads; absent in editions of former versions. */
  search?: string;
  /** A hash of the postings in feed and sitemap, independent of the time. */
  content: string;
  /** A hash of all inputs of the edition, if every job had the version in the index. */
  inputHash?: string;
}

/** The keys of the files. */
export const fileKeys = {
  edition: `${publishedFiles.public}edition.json`,
  /** The file with the notifications that search engines got. */
  notified: `${publishedFiles.public}notified.json`,
  feed: (name: string) => `${publishedFiles.public}feed/${name}.xml.gz`,
  search: (name: string) => `${publishedFiles.public}search/${name}.json.gz`,
  sitemap: (name: string) => `${publishedFiles.public}sitemap/${name}.xml.gz`,
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

/** The maximum number of posting pages in a part of the sitemap, so that the part fits into a response. */
const POSTINGS_PER_PART = 5_000;

/** The media type of all files except JSON files. */
export const GZIP_TYPE = 'application/gzip';

const compressed = promisify(gzip);

/** An open posting. */
export interface FeedPosting extends FeedTimes {
  /** The job as the feed shows it. */
  job: PublicJob;
  /** The URLs of its page in each language. */
  pages: ReadonlySet<string>;
  /** The page of all postings of its employer. */
  employerUrl: string;
  /** The address of its employer's logo. */
  logo: string | undefined;
  /** The day of the posting's last change, in UTC. */
  lastModified: string;
  searched: SearchedPosting;
}

/** Writes an edition, posting by posting: stores the parts of the sitemap, and compresses the feed in memory. */
export function editionWriter(files: FileStore, head: Parameters<typeof feedHeader>[0]) {
  const feed = createGzip();
  const file = buffer(feed);
  const digest = createHash('sha256');
  const employers = new Map<number, Required<ListedEmployer>>();
  const index = searchIndexWriter();
  const parts: { sitemap: string }[] = [];
  let bytes = 0;
  let pages: string[] = [];
  let employerPages = [sitemapEntry({ url: `${head.siteUrl}/` })];

  async function write(text: string): Promise<void> {
    bytes += Buffer.byteLength(text);
    if (!feed.write(text)) await once(feed, 'drain');
  }

  async function endPart(): Promise<void> {
    if (pages.length === 0) return;
    const text = sitemap([...pages, ...employerPages].join(''));
    const name = nameFor(text);
    await files.put(fileKeys.sitemap(name), await compressed(text), GZIP_TYPE);
    parts.push({ sitemap: name });
    [pages, employerPages] = [[], []];
  }

  return {
    add: async ({
      job,
      pages: urls,
      employerUrl,
      logo,
      lastModified,
      searched,
      ...times
    }: FeedPosting): Promise<void> => {
      index.add(searched);
      if (bytes === 0) await write(feedHeader(head));
      const entries = feedEntries(job, times);
      digest.update(entries);
      await write(entries);
      for (const url of urls) pages.push(sitemapEntry({ url, lastModified }));
      // The page of an employer has one entry, if at least one posting is not confidential.
      if (job.employer) {
        const { id } = job.employer;
        const listed = employers.get(id);
        if (!listed) employerPages.push(sitemapEntry({ url: employerUrl }));
        const { postings, places } = listed ?? { postings: 0, places: [] };
        const further = job.locations.filter((place) => !places.some((known) => known.id === place.id));
        employers.set(id, {
          ...job.employer,
          logo,
          postings: postings + 1,
          places: [...places, ...further].slice(0, PLACES),
        });
      }
      if (pages.length >= POSTINGS_PER_PART) await endPart();
    },

    /** Completes the edition. Returns the edition and its feed file, which is not stored yet. */
    end: async (): Promise<Omit<Edition, 'madeAt' | 'inputHash'> & { file: Buffer }> => {
      if (bytes === 0) await write(feedHeader(head));
      await write(FEED_FOOTER);
      feed.end();
      await endPart();
      const employerList = [...employers.values()].toSorted((one, other) => byName(one.name, other.name));
      const { newest, text: indexText } = index.end();
      const search = nameFor(indexText);
      await files.put(fileKeys.search(search), compressIndex(indexText), GZIP_TYPE);
      const content = nameFor(JSON.stringify([digest.digest('hex'), parts, employerList, search, newest]));
      const name = nameFor(JSON.stringify([head, content]));
      const feedFile = { name, bytes };
      return { content, employers: employerList, newest, feed: feedFile, parts, search, file: await file };
    },
  };
}

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
     * The employers with open postings that name them, the newest postings of all employers, and those that `q` finds,
     * unless it is empty; none before the first edition.
     */
    front: async (q: string) => {
      const { employers = [], newest = [], search: name } = (await editions(files).current()) ?? {};
      if (q === '') return { employers, newest };
      if (name === undefined) return { employers, newest, found: { postings: [], found: 0 } };
      const file = () => gzipOf(fileKeys.search(name));
      return { employers, newest, found: await searchIndex(q, { name, file }) };
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
