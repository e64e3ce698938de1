import { isBlank } from '../validation/formats.ts';
import type { Violation } from '../../schemas/problem.ts';
import type { Warning } from '../validation/submission.ts';

/**
 * Puts a cleaned text without other structure into paragraphs: a blank line begins a paragraph, a single break becomes
 * <br>. In a text that had markup, line breaks are spaces, as in HTML; without markup they would mean something when
 * the text is sent again.
 */
export function inParagraphs(cleaned: string, { hadMarkup }: { hadMarkup: boolean }): string {
  if (cleaned.includes('<')) return cleaned;
  const lines = cleaned.split(/\r\n?|\n/);
  if (lines.filter((line) => !isBlank(line)).length < 2) return cleaned;
  if (hadMarkup) return lines.join(' ');
  const paragraphs: string[][] = [];
  let previous = '';
  for (const line of lines) {
    if (!isBlank(line)) {
      if (isBlank(previous)) paragraphs.push([]);
      paragraphs.at(-1)?.push(line);
    }
    previous = line;
  }
  return paragraphs.map((rows) => `<p>${rows.join('<br />')}</p>`).join('');
}

/** The maximum number of names of removed markup, and their maximum length: a hostile text has thousands. */
const MAX_NAMES = 50;
const MAX_NAME_LENGTH = 60;

/** The beginning of a tag, a comment or the like (HTML, "tag open state"). */
const markup = /<[a-z/!?]/i;

/** Cleaned HTML, the names of removed markup, and the number of characters that were removed with it. */
export interface Cleaned {
  html: string;
  removed: string[];
  removedCharacters: number;
}

/** A "<" or "</" that begins no tag: what follows is no name of an element, as in an address in angle brackets. */
const noTag = /<(?=\/?[a-z])(?!\/?[a-z][\w-]*(?::[a-z][\w-]*)?(?:[\s/><]|$))/gi;

/** Self-closed, as XML serializers write an empty element. The library would look for its end tag in the source. */
const emptyNoscript = /<noscript\s*\/>/gi;

/** The marks of a CDATA section. XML reads its content as text, which for a description is HTML. */
const cdataMarks = /<!\[CDATA\[|\]\]>/g;

/**
 * Removes all but the allowed markup of a description, and names what it removes: tags (`script`), attributes
 * (`p@style`) and anything else that is missing in the result (`comment`, `unfinished tag`). Cleaning is
 * idempotent (guide: job-content 2 and 3). It takes linear time, whatever the text.
 */
export async function cleanHtml(html: string): Promise<Cleaned> {
  // Loaded on first use: the parser slows down a cold start, and many writes have no description. In sequence:
  // sanitize-html requires its parser, which must not be loading at that time.
  await import('sanitize-html');
  const { sanitized } = await import('./sanitize.ts');
  const names = new Set<string>();
  let removedCharacters = 0;
  const removed = (what: string, characters = 0) => {
    if (names.size < MAX_NAMES) names.add(what.slice(0, MAX_NAME_LENGTH));
    removedCharacters += characters;
  };
  const unwrapped = html.includes('<![CDATA[') ? html.replace(cdataMarks, '') : html;
  if (unwrapped !== html) removed('CDATA section');
  const readable = unwrapped.replace(noTag, '&lt;').replace(emptyNoscript, '<noscript></noscript>');
  let cleaned = sanitized(readable, removed);
  // After tags are removed, the remaining tags may be nested in ways that a parser changes, such as <li> in <li>.
  for (let previous = readable; cleaned !== previous;) {
    previous = cleaned;
    cleaned = sanitized(previous, removed);
  }
  const hadMarkup = markup.test(readable);
  return { html: inParagraphs(cleaned, { hadMarkup }), removed: [...names], removedCharacters };
}

/** Whether a clean description has no visible text. */
export const isBlankHtml = (clean: string) => isBlank(clean.replace(/<[^>]*>/g, ''));

/** A tag as text: most are followed by the tag that ends them. */
const tagAsText = /&lt;(?:\/[a-z][a-z\d]*\s*|(?:p|div|ul|ol|li|br|h[1-6])(?:\s[^&]*|\s?\/)?)&gt;/i;

/** Whether readers of a clean description see tags, because it was escaped twice: `&lt;p&gt;` for `<p>`. */
export const showsTags = (clean: string) => tagAsText.test(clean);

/** Writes a field's path for messages: `translations/fr/description` as `translations.fr.description`. */
const dotted = (path: string) => path.replaceAll('/', '.');

/**
 * The warnings about a cleaned field (guide: job-content 2 and 3). The number of characters comes first in `removed`: a
 * header keeps only its beginning.
 */
export function markupWarnings(path: string, { html, removed, removedCharacters }: Cleaned): Warning[] {
  const lostText = removedCharacters === 0 ? [] : [`${removedCharacters} characters of text`];
  const names = [...removed, ...lostText].join(', ');
  return [
    ...(removed.length === 0
      ? []
      : [
          {
            code: 'markup_removed' as const,
            pointer: `/${path}`,
            message: `${dotted(path)} must not contain ${names}.`,
            removed: [...lostText, ...removed].join(', '),
          },
        ]),
    ...(showsTags(html)
      ? [
          {
            code: 'markup_escaped' as const,
            pointer: `/${path}`,
            message: `${dotted(path)} shows tags to readers, because they are escaped: send <p>, not &lt;p&gt;.`,
          },
        ]
      : []),
  ];
}

/** The violation of a field without any text after cleaning. */
export const blankMarkup = (path: string): Violation & { pointer: string } => ({
  pointer: `/${path}`,
  code: 'blank',
  message: `${dotted(path)} has no text left once markup that is not allowed is removed.`,
});
