/** Stop words. The last word of a query is kept: it may be the beginning of another word. */
const stopWords = new Set(
  'a an and are at be by can do does for from how i in is it me my of on or the to what when where which why with'.split(
    ' ',
  ),
);

/** Folds accents and case, and removes endings of number and tense. */
const normalizeTerm = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<=\w{3})(?:i?es|i?ed|ing|[esy])$/, '');

/** Allowed edit distance of a word. */
const maxTypos = ({ length }) => (length < 4 ? 0 : length < 6 ? 1 : 2);

const letterSwaps = (word) =>
  Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  );

/** Searches entries for all words of a text, the best entry first. */
export async function searchIndex(MiniSearch, entries) {
  const index = new MiniSearch({
    fields: ['title', 'words', 'group', 'text'],
    storeFields: ['group', 'boost'],
    processTerm: normalizeTerm,
    searchOptions: {
      combineWith: 'AND',
      prefix: true,
      boost: { title: 8, words: 8, group: 4 },
      boostDocument: (_id, _word, { boost }) => boost,
      weights: { prefix: 0.6, fuzzy: 0.1 },
    },
  });
  // In steps, so that the browser can show typed text.
  await index.addAllAsync(entries);
  const isIndexed = (word) => index.search(word).length > 0;
  /** Swaps two letters of an unknown word if that makes it known. */
  const corrected = (word) => (isIndexed(word) ? word : (letterSwaps(word).find(isIndexed) ?? word));
  /** No typos in a known word, so that "remote" does not match "remove". */
  const fuzzy = (word) => (isIndexed(word) ? 0 : maxTypos(word));
  return (text) => {
    const words = text.trim().split(/\s+/);
    const terms = words.filter((word, at) => at === words.length - 1 || !stopWords.has(word.toLowerCase()));
    return index.search(terms.map(corrected).join(' '), { fuzzy });
  };
}
