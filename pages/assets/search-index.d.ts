import type MiniSearch from 'minisearch';
import type { searchEntries } from '../search-entries.ts';

type Entry = ReturnType<typeof searchEntries>[number];

/** Searches entries for all words of a text; returns a search whose results are the best first. */
export declare function searchIndex(
  library: typeof MiniSearch,
  entries: readonly Entry[],
): Promise<(text: string) => { id: string; group: string }[]>;
