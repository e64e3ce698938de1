import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { feedEntries, type FeedTimes } from '../../../pages/public/feed.ts';
import { sitemap, sitemapEntry } from '../../../pages/public/sitemap.ts';
import type { PublicJob } from '../../../schemas/public-job.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { editions, fileKeys, nameOf, type Draft, type Part } from './edition.ts';

/** The most text of the feed in a part, in bytes, unless a single posting has more. */
const PART_BYTES = 4_000_000;

/** The media type of all files but those with JSON. */
export const GZIP_TYPE = 'application/gzip';

const compressed = promisify(gzip);

/** An open posting. */
export interface FeedPosting extends FeedTimes {
  /** Its place in the order, which says nothing about employers or dates. */
  rank: string;
  job: PublicJob;
  /** The page of all postings of its employer. */
  employerUrl: string;
  /** The day on which it was last changed, in UTC. */
  lastModified: string;
}

const entriesOf = ({ rank, job, employerUrl, opened, closes, lastModified }: FeedPosting) => ({
  rank,
  employer: job.employer && { id: job.employer.id, sitemap: sitemapEntry({ url: employerUrl }) },
  feed: feedEntries(job, { opened, closes }),
  sitemap: sitemapEntry({ url: job.url, lastModified }),
});

/** Writes the parts of an edition one by one, after those of a draft, and keeps the longer draft after each. */
export function partWriter(files: FileStore, { begunAt, ...begun }: Draft) {
  let { parts } = begun;
  const employers = new Set(begun.employers);
  let pending: ReturnType<typeof entriesOf>[] = [];
  let pendingBytes = 0;

  async function store(keyOf: (name: string) => string, text: string): Promise<string> {
    const name = nameOf(text);
    await files.put(keyOf(name), await compressed(text), GZIP_TYPE);
    return name;
  }

  /** The pages of employers of which no posting has a name before these: one entry each, after those of all postings. */
  function newEmployers(): string[] {
    const entries = new Map(
      pending.flatMap(({ employer }) =>
        employer === null || employers.has(employer.id) ? [] : [[employer.id, employer.sitemap]],
      ),
    );
    for (const id of entries.keys()) employers.add(id);
    return [...entries.values()];
  }

  async function end(): Promise<readonly Part[]> {
    const last = pending.at(-1);
    if (!last) return parts;
    const part = {
      feed: await store(fileKeys.feedPart, pending.map(({ feed }) => feed).join('')),
      sitemap: await store(
        fileKeys.sitemap,
        sitemap([...pending.map((each) => each.sitemap), ...newEmployers()].join('')),
      ),
    };
    parts = [...parts, part];
    pending = [];
    pendingBytes = 0;
    await editions(files).keepDraft({ begunAt, upTo: last.rank, parts, employers: [...employers] });
    return parts;
  }

  return {
    /** Adds a posting, and ends the current part first if it has no room for it. */
    add: async (posting: FeedPosting): Promise<void> => {
      const entries = entriesOf(posting);
      const bytes = Buffer.byteLength(entries.feed);
      if (pendingBytes + bytes > PART_BYTES) await end();
      pending.push(entries);
      pendingBytes += bytes;
    },
    /** Ends the current part, if it has postings. Returns all parts. */
    end,
  };
}
