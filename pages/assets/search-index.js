/** Asked in, and said everywhere: only the last word of a text can be the beginning of another. */
const asides = new Set(
  'a an and are at be by can do does for from how i in is it me my of on or the to what when where which why with'.split(
    ' ',
  ),
);

/** Without accents, in lower case, and without the endings that change with number and tense. */
const folded = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<=\w{3})(?:i?es|i?ed|ing|[esy])$/, '');

/** How many letters of a word may be wrong, missing or too many. */
const typosIn = ({ length }) => (length < 4 ? 0 : length < 6 ? 1 : 2);

const swapsOf = (word) =>
  Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  );

/** Searches entries for all words of a text, the best entry first. */
export async function searchIndex(MiniSearch, entries) {
  const index = new MiniSearch({
    fields: ['title', 'words', 'group', 'text'],
    storeFields: ['group', 'boost'],
    processTerm: folded,
    searchOptions: {
      combineWith: 'AND',
      prefix: true,
      boost: { title: 8, words: 8, group: 4 },
      boostDocument: (_id, _word, { boost }) => boost,
      weights: { prefix: 0.6, fuzzy: 0.1 },
    },
  });
  // Not at once, so that what is typed meanwhile appears.
  await index.addAllAsync(entries);
  const isKnown = (word) => index.search(word).length > 0;
  /** A word that is nowhere but would be with two letters swapped. */
  const corrected = (word) => (isKnown(word) ? word : (swapsOf(word).find(isKnown) ?? word));
  /** None in a word that is somewhere, so that "remote" does not find "remove". */
  const fuzzy = (word) => (isKnown(word) ? 0 : typosIn(word));
  return (text) => {
    const words = text.trim().split(/\s+/);
    const said = words.filter((word, at) => at === words.length - 1 || !asides.has(word.toLowerCase()));
    return index.search(said.map(corrected).join(' '), { fuzzy });
  };
}
