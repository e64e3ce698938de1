import { gunzipSync, gzipSync } from 'node:zlib';
import type { JobTeaser } from '../../jobs/job/job.ts';
import { bestFirst, searchTextOf, wordRanking, type SearchText } from '../posting/word-search.ts';

/** How many of the newest postings a search of the whole site covers. A function has all of them in memory. */
const SEARCHED_POSTINGS = 10_000;

/** The number of postings that a search shows. */
const SHOWN = 50;

/** The number of newest postings that the front page shows without a search, or when it finds nothing. */
const NEWEST = 10;

/** A posting in the search index of the whole site. */
export interface SearchedPosting {
  publicId: string;
  job: JobTeaser;
  /** Null for a confidential job. */
  employer: { id: number; name: string } | null;
}

const postedOn = ({ job }: SearchedPosting): string => job.firstPublished ?? job.publishDate;

/** Public ids in descending order. Those of confidential jobs are random, so that their place reveals no number. */
const { compare } = new Intl.Collator('en', { numeric: true });

const newestFirst = (postings: readonly SearchedPosting[]): SearchedPosting[] =>
  postings
    .toSorted((one, other) =>
      postedOn(one) === postedOn(other)
        ? compare(other.publicId, one.publicId)
        : postedOn(one) < postedOn(other)
          ? 1
          : -1,
    )
    .slice(0, SEARCHED_POSTINGS);

/** Collects the newest postings of an edition. */
export function searchIndexWriter() {
  let postings: SearchedPosting[] = [];
  return {
    add: (posting: SearchedPosting) => {
      postings.push(posting);
      if (postings.length >= 2 * SEARCHED_POSTINGS) postings = newestFirst(postings);
    },
    /** The newest postings, and the content of the file, in an order that does not depend on that of the calls. */
    end: (): { newest: SearchedPosting[]; text: string } => {
      const indexed = newestFirst(postings);
      return { newest: indexed.slice(0, NEWEST), text: JSON.stringify(indexed) };
    },
  };
}

export const compressIndex = (text: string): Buffer => gzipSync(text);

interface IndexedPosting extends SearchedPosting {
  text: SearchText;
}

/** The search index that this container read last, by the name of the index file. */
let cached: { name: string; postings: readonly IndexedPosting[] } | undefined;

/** Reads the index from its file, or from memory if the file was read before. */
async function indexOf(name: string, file: () => Promise<Uint8Array>): Promise<readonly IndexedPosting[]> {
  if (cached?.name === name) return cached.postings;
  const entries = JSON.parse(gunzipSync(await file()).toString()) as SearchedPosting[];
  const postings = entries.map((entry) => ({
    ...entry,
    text: searchTextOf(entry.job, entry.employer?.name),
  }));
  cached = { name, postings };
  return postings;
}

/** The result of a search: the best matches, and the number of all matches. */
export interface SiteSearch {
  postings: SearchedPosting[];
  found: number;
}

/** Searches the postings of all employers (guide: career-site 14). */
export async function searchIndex(
  q: string,
  { name, file }: { name: string; file: () => Promise<Uint8Array> },
): Promise<SiteSearch> {
  const rankOf = wordRanking(q);
  const matches = bestFirst(await indexOf(name, file), ({ text }) => rankOf(text));
  return { postings: matches.slice(0, SHOWN), found: matches.length };
}
