import { words } from '../../../pages/public/words.ts';
import type { PostingRow } from '../../jobs/job/job.ts';
import { lruCache } from '../../platform/cache.ts';
import { foldWords, provinceNames } from '../../reference/domain/location.ts';

/** The folded words of a posting, each between spaces. */
export interface SearchText {
  /** Of the titles in all languages. */
  title: string;
  /** Also of the places, the workplace and the position type in all languages. */
  all: string;
}

/** Everything between words, except what belongs to names such as C++, C#, .NET and 50%. */
const separators = /(?:[^\p{L}\p{N}\p{S}#%.]|[\p{S}#%](?=\p{L})|\.(?!\p{L}))+/gu;

/** An article or preposition before an apostrophe: `l’entretien` is found by `entretien` and by `lentretien`. */
const elision = /(?<!\p{L})(\p{L}|qu)['’](?=(\p{L}+))/giu;

const foldText = (text: string): string => foldWords(text.replace(elision, '$1$2 '), separators);

type SearchedFields = Pick<PostingRow, 'title' | 'translations' | 'locations' | 'workplace' | 'positionType'>;

/** The words by which lists show a workplace and a position type, in all languages. */
const shownWords = ({ workplace, positionType }: SearchedFields) =>
  Object.values(words).flatMap(({ workplaces, positionTypes }) => [
    workplace && workplaces[workplace],
    positionTypes[positionType],
  ]);

/** The maximum number of folded texts in memory, which are all of most employers, and their maximum length. */
const MAX_FOLDED = 5_000;
const MAX_FOLDED_LENGTH = 1_000;

const foldedTexts = lruCache<SearchText>(MAX_FOLDED);

/** The text of a posting in a search, with the name of its employer where postings of several are searched. */
export function searchTextOf(posting: SearchedFields, employer = ''): SearchText {
  const { title, translations, locations, workplace, positionType } = posting;
  const titles = [title, ...Object.values(translations ?? {}).map((each) => each?.title)].join('\n');
  const places = locations.map(({ name, province }) => `${name}\n${province}`).join('\n');
  const key = [titles, places, workplace, positionType, employer].join('\0');
  const cached = foldedTexts.get(key);
  if (cached) return cached;
  const provinces = locations.flatMap(({ province }) => provinceNames(province));
  const further = [...places.split('\n'), ...provinces, ...shownWords(posting), employer];
  const folded = further.map((each) => each && foldText(each)).filter((each) => each);
  const foldedTitles = foldText(titles);
  const text = { title: ` ${foldedTitles} `, all: ` ${foldedTitles} ${folded.join(' ')} ` };
  if (text.all.length <= MAX_FOLDED_LENGTH) foldedTexts.set(key, text);
  return text;
}

/** Matches the beginning of a word, or a whole word that differs by a final s. */
function patternOf(word: string): RegExp {
  const start = /^[\p{L}\p{N}]/u.test(word) ? '[ .]' : '';
  return new RegExp(`${start}(?:${RegExp.escape(word)}|${RegExp.escape(word.replace(/s$/, ''))} )`);
}

/**
 * Creates a function that returns how many words of `q` are in the title, or undefined unless every word is in the text
 * (guide: career-site 2 to 4).
 */
export function wordRanking(q: string): (text: SearchText) => number | undefined {
  const typed = foldWords(q.replace(/(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, ' '), separators);
  const patterns = [...new Set(typed.split(' '))].filter((word) => word !== '').map(patternOf);
  return ({ title, all }) =>
    patterns.length > 0 && patterns.every((pattern) => pattern.test(all))
      ? patterns.filter((pattern) => pattern.test(title)).length
      : undefined;
}

/** The items that have a rank, the highest rank first, otherwise in their order. */
export function bestFirst<Item>(items: readonly Item[], rankOf: (item: Item) => number | undefined): Item[] {
  const ranked = items.map((item) => ({ item, rank: rankOf(item) ?? -1 })).filter(({ rank }) => rank >= 0);
  return ranked.toSorted((one, other) => other.rank - one.rank).map(({ item }) => item);
}
