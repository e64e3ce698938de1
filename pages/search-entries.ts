import { Html, plainText } from './html.ts';
import type { Group } from './reference-group.ts';
import { searchSynonyms } from './search-synonyms.ts';

/** People search for what is said; samples and forms say the same again, in as much space. */
const prose = ({ text }: Html) => new Html(text.replaceAll(/<(pre|form)\b[^]*?<\/\1>/g, ' '));

/** Each word once: a text is found by its words, however often it has them. */
const wordsOf = (text: string) => [...new Set(text.split(' '))].join(' ');

/** What the search of the pages finds, on all of them: the entries of the reference as text. */
export const searchEntries = (groups: readonly Group[]) =>
  groups.flatMap(({ title: group, boost = 1, entries }) =>
    entries.map(({ id, label, content }) => ({
      id,
      title: `${plainText(label)} ${id}`,
      words: searchSynonyms[id] ?? '',
      group,
      text: wordsOf(plainText(prose(content))),
      boost,
    })),
  );
