import type { PostingsInUse } from '../../../pages/public/search-form.ts';
import type { Teaser } from '../../../pages/public/teaser.ts';
import { locationRecord } from '../../reference/domain/location.ts';
import type { Job, PostingRow } from '../../jobs/job/job.ts';
import { searchTextOf, wordRanking } from '../posting/word-search.ts';

/** A search among the postings of an employer. */
export interface PostingFilter {
  /** Words as `wordRanking` compares them. */
  q?: string | undefined;
  category?: number | undefined;
  positionType?: number | undefined;
  workplace?: NonNullable<Job['workplace']> | undefined;
  /** The id of a place. */
  place?: number | undefined;
}

/** Creates a function that returns the rank of a job in the results of a search, or undefined if it does not match. */
export function createPostingRanking({ q, category, positionType, workplace, place }: PostingFilter) {
  const rankOf = q === undefined ? undefined : wordRanking(q);
  return (job: PostingRow): number | undefined => {
    const fits =
      (category === undefined || job.categories.includes(category)) &&
      (positionType === undefined || job.positionType === positionType) &&
      (place === undefined || job.locations.some(({ id }) => id === place)) &&
      (workplace === undefined || job.workplace === workplace);
    if (!fits) return undefined;
    return rankOf ? rankOf(searchTextOf(job)) : 0;
  };
}

/** The values that the filters of a page offer: of all open postings, or only the places of the listed postings. */
export const postingsInUse = (
  all: readonly PostingRow[] | undefined,
  listed: readonly Pick<Teaser, 'locations'>[],
): PostingsInUse => ({
  places: all?.flatMap((job) => job.locations.map(locationRecord)) ?? listed.flatMap((job) => job.locations),
  values: all && {
    category: new Set(all.flatMap(({ categories }) => categories.map(String))),
    type: new Set(all.map(({ positionType }) => String(positionType))),
    workplace: new Set(all.flatMap(({ workplace }) => workplace ?? [])),
  },
});

/** Whether a filter matches everything. */
export const isUnfiltered = (filter: PostingFilter): boolean =>
  Object.values(filter).every((value) => value === undefined);
