import { Html, plainText } from './html.ts';
import type { ReferenceGroup } from './reference-group.ts';
import { searchSynonyms } from './search-synonyms.ts';

/** Removes samples and forms: they repeat the prose and double the index. */
const stripSamples = ({ text }: Html) => new Html(text.replaceAll(/<(pre|form)\b[^]*?<\/\1>/g, ' '));

/** Repeated words only enlarge the index. */
const uniqueWords = (text: string) => [...new Set(text.split(' '))].join(' ');

/** The search index of the reference: one text per entry, over all pages. */
export const searchEntries = (groups: readonly ReferenceGroup[]) =>
  groups.flatMap(({ title: group, boost = 1, entries }) =>
    entries.map(({ id, label, content }) => ({
      id,
      title: `${plainText(label)} ${id}`,
      words: searchSynonyms[id] ?? '',
      group,
      text: uniqueWords(plainText(stripSamples(content))),
      boost,
    })),
  );
