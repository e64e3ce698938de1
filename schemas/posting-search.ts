import { Workplace } from './job.ts';
import { categories, positionTypes } from './reference-data.ts';

/** The maximum length of a search text for postings, in characters. */
export const POSTING_SEARCH_MAX = 256;

const texts = (values: readonly (string | number | null)[]): string[] =>
  values.filter((value) => value !== null).map(String);

/**
 * The allowed values of each filter for an employer's postings (guide: career-site 2 to 4); `place` allows the id of
 * any place.
 */
export const postingFilters = {
  category: texts(categories.map(({ id }) => id)),
  type: texts(positionTypes.map(({ id }) => id)),
  workplace: texts(Workplace.enum),
} as const;

export type PostingFilterName = 'place' | keyof typeof postingFilters;

export const postingFilterNames: readonly PostingFilterName[] = ['place', 'category', 'type', 'workplace'];

/** The query parameters by which an employer's postings are searched. */
export const postingSearchFields = ['q', ...postingFilterNames] as const;

export type PostingSearchField = (typeof postingSearchFields)[number];
