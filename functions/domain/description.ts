import { isBlank } from './characters.ts';

/** The most names of what was removed, and the longest of them, in characters: a hostile text has thousands. */
const MOST_NAMES = 50;
const LONGEST_NAME = 60;

/**
 * A description with the allowed markup only, and the names of what was removed: tags (`script`), attributes
 * (`p@style`), and whatever else of the text is not there any more (`comment`, `stray end tag b`). Cleaning its result
 * again changes nothing (interface 2.6). Its time grows with the length of the text alone, whatever the text.
 */
export async function cleanDescription(html: string): Promise<{ html: string; removed: string[] }> {
  // Loaded on first use: the parser weighs on a cold start, and many writes bring no description.
  // One after the other: sanitize-html requires its parser, which must not be loading already.
  await import('sanitize-html');
  const { cleanMarkup } = await import('./markup.ts');
  const names = new Set<string>();
  const removed = (what: string) => {
    if (names.size < MOST_NAMES) names.add(what.slice(0, LONGEST_NAME));
  };
  let cleaned = cleanMarkup(html, removed);
  // Without the tags that were removed, others may nest as no parser keeps them: <li> in <li>, say.
  for (let previous = html; cleaned !== previous;) {
    previous = cleaned;
    cleaned = cleanMarkup(previous, removed);
  }
  return { html: cleaned, removed: [...names] };
}

/** Whether a clean description says nothing: markup, blanks and what cannot be seen. */
export const isBlankDescription = (clean: string) => isBlank(clean.replace(/<[^>]*>/g, ''));
