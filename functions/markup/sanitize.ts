import sanitizeHtml from 'sanitize-html';
import { directionOverride, unreadable } from '../platform/text/characters.ts';
import { brokenUp, isHeading, partsWords, withLineBreaks } from './line-breaks.ts';
import { watchedTokenizer } from './tokenizer.ts';

/** Interface 2.6: the allowed tags of a description, each with its allowed attributes. */
const allowed = new Map<string, readonly string[]>([
  ...['strong', 'b', 'em', 'i', 'br', 'p', 'div', 'ul', 'ol', 'li'].map((tag) => [tag, []] as const),
  ['a', ['href', 'target']],
]);

/** Interface 2.6: the allowed values of attributes. */
const permitted = new Map([
  ['href', /^(?:https?|mailto|tel):[^\s]/i],
  ['target', /^_(?:blank|self|parent|top)$/],
]);

/** The tag name for an element whose content alone is kept. */
const NO_TAG = '';

/** The possible parents of an <li>. Inside another <li> it would end that one and everything open between them. */
const itemOwners = new Set(['ul', 'ol', 'li']);

/** Elements that are removed with their text, because it is not meant for readers. */
const textless = new Set(['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'title', 'template']);

/** Elements nested deeper are not opened. Real text has unclosed elements that add up, and browsers stop at 512. */
const MAX_DEPTH = 100;

/** Characters that can get past the checks on the text as character references. */
const forbidden: readonly [RegExp, string][] = [
  [unreadable, 'control character'],
  [directionOverride, 'direction override'],
];

/**
 * Removes all but the allowed markup. The removal can leave tags nested in ways that a parser changes, so the result
 * may have to be cleaned again. Calls `removed` with the name of everything it removes.
 */
export function sanitized(html: string, removed: (what: string) => void): string {
  /** For every open element, the innermost list or item: itself or an ancestor. */
  const owners: (string | undefined)[] = [];
  const cleaned = sanitizeHtml(html, {
    parser: {
      Tokenizer: watchedTokenizer(html, {
        mayOpen: (tag) => {
          const depth = owners.length;
          if (depth < MAX_DEPTH || (depth === MAX_DEPTH && textless.has(tag))) return true;
          removed(`nesting deeper than ${MAX_DEPTH}`);
          return false;
        },
        partsWords,
        removed,
      }),
    },
    onOpenTag: (name) => {
      owners.push(itemOwners.has(name) ? name : owners.at(-1));
    },
    onCloseTag: () => {
      owners.pop();
    },
    allowedTags: [...allowed.keys(), ...brokenUp],
    allowedAttributes: Object.fromEntries([...allowed].map(([tag, attributes]) => [tag, [...attributes]])),
    // The rule for href is stricter than the library's own, which takes minutes for a long URL with many comments.
    allowedSchemesAppliedToAttributes: [],
    nonTextTags: [...textless],
    transformTags: {
      '*': (name, attributes) => {
        const tag = allowed.get(isHeading(name) ? 'strong' : name);
        const attribs: Record<string, string> = {};
        if (!tag) removed(name);
        if (name === 'li' && owners.at(-2) === 'li') {
          removed('li in li');
          return { tagName: 'div', attribs };
        }
        for (const [attribute, text] of tag ? Object.entries(attributes) : []) {
          const value = text.trim();
          if (tag?.includes(attribute) && permitted.get(attribute)?.test(value)) attribs[attribute] = value;
          else removed(`${name}@${attribute}`);
        }
        if (name === 'a' && attribs['href'] === undefined) {
          removed('a without href');
          return { tagName: NO_TAG, attribs };
        }
        return { tagName: name, attribs };
      },
    },
  });
  const readable = forbidden.reduce((text, [characters, name]) => {
    if (!characters.test(text)) return text;
    removed(name);
    return text.replace(new RegExp(characters, 'g'), '');
  }, cleaned);
  return withLineBreaks(readable);
}
