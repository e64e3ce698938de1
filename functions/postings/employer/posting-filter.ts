import type { PostingsInUse } from '../../../pages/public/search-form.ts';
import type { Teaser } from '../../../pages/public/teaser.ts';
import { locationRecord, provinceNames, foldWords } from '../../reference/domain/location.ts';
import type { Job, PostingRow } from '../../jobs/job/job.ts';
import { foldAccents } from '../../platform/text.ts';

/** A search among the postings of an employer. */
export interface PostingFilter {
  /** Words of the title, in any language, and of the places. */
  q?: string | undefined;
  category?: number | undefined;
  positionType?: number | undefined;
  workplace?: NonNullable<Job['workplace']> | undefined;
  /** The id of a place. */
  place?: number | undefined;
}

/** The searched fields. */
type Text = Pick<PostingRow, 'title' | 'translations' | 'locations'>;

/** The text of a posting in the spellings that `q` may have. */
export interface SearchText {
  folded: string;
  /** Returns the text in the uniform spelling of names, and computes it on the first call. */
  spelled: () => string;
}

const textOf = ({ title, translations, locations }: Text): string =>
  [
    title,
    ...Object.values(translations ?? {}).map((translation) => translation?.title),
    ...locations.map(({ name, province }) => [name, province, ...provinceNames(province)].join(', ')),
  ].join('\n');

/** Whether a search has only names and words. Other characters, as in C++ or .NET, must match exactly. */
const isOfNames = (q: string) => /^(?:[\p{L}\p{M}\p{N}\s'’,&/-]|(?<=\p{L})\.)*$/u.test(q);

/** The text of a posting, with further words that find it. */
export function searchTextOf(posting: Text, words = ''): SearchText {
  const all = `${textOf(posting)}\n${words}`;
  let spelled: string | undefined;
  return { folded: foldAccents(all), spelled: () => (spelled ??= ` ${foldWords(all)}`) };
}

const wordsOf = (text: string): string[] => text.split(/[\s\p{Cc},;]+/u).filter((word) => word !== '');

/**
 * Creates a test for the words of `q`: a text must contain each, or each in the uniform spelling of names, where `St.
 * John` is also `saint john`.
 */
export function wordMatcher(q: string): (text: SearchText) => boolean {
  const words = wordsOf(foldAccents(q));
  const names = isOfNames(q) ? wordsOf(foldWords(q)) : [];
  return ({ folded, spelled }) =>
    words.every((word) => folded.includes(word)) ||
    (names.length > 0 && names.every((name) => spelled().includes(` ${name}`)));
}

/** Creates a test whether a job matches a filter. */
export function createPostingMatcher({ q, category, positionType, workplace, place }: PostingFilter) {
  const hasWords = q === undefined ? undefined : wordMatcher(q);
  return (job: PostingRow): boolean =>
    (category === undefined || job.categories.includes(category)) &&
    (positionType === undefined || job.positionType === positionType) &&
    (place === undefined || job.locations.some(({ id }) => id === place)) &&
    (workplace === undefined || job.workplace === workplace) &&
    (hasWords === undefined || hasWords(searchTextOf(job)));
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
