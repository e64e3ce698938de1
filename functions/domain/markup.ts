import sanitizeHtml from 'sanitize-html';
import { directionOverride, unreadable } from './characters.ts';
import { watchedTokenizer } from './markup-tokenizer.ts';

/** Interface 2.6: the markup of a description, by tag, with the attributes that may stand on it. */
const allowed = new Map<string, readonly string[]>([
  ...['strong', 'b', 'em', 'i', 'br', 'p', 'div', 'ul', 'ol', 'li'].map((tag) => [tag, []] as const),
  ['a', ['href', 'target']],
]);

/** Interface 2.6: a heading keeps its weight. */
const renamed = new Map(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((heading) => [heading, 'strong']));

/** Interface 2.6: what an attribute may say. */
const permitted = new Map([
  ['href', /^(?:https?|mailto|tel):[^\s]/i],
  ['target', /^_(?:blank|self|parent|top)$/],
]);

/** The name of an element of which only the text is kept. */
const NO_TAG = '';

/** What an <li> may stand in. In another <li> it would end that one, and with it whatever is open between the two. */
const itemOwners = new Set(['ul', 'ol', 'li']);

/** Elements whose text goes with them: it was never meant to be read. */
const textless = new Set(['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'title', 'template']);

/** Elements that nest deeper are not opened: unclosed ones add up in real text, and browsers stop at 512. */
const DEEPEST = 100;

/** What a character reference brings in past the rules on the text that was sent. */
const unwanted: readonly [RegExp, string][] = [
  [unreadable, 'control character'],
  [directionOverride, 'direction override'],
];

/**
 * The text with the allowed markup only. Without the tags that are removed, others may nest as no parser keeps them, so
 * that its result may have to be cleaned again. Calls `removed` with the name of everything that it removes.
 */
export function cleanMarkup(html: string, removed: (what: string) => void): string {
  /** Of every open element: the list or item that it is, or else stands in. */
  const owners: (string | undefined)[] = [];
  let closed = 0;
  const isFull = () => owners.length >= DEEPEST;
  const cleaned = sanitizeHtml(html, {
    parser: {
      Tokenizer: watchedTokenizer({
        isFull,
        mayOpen: (tag) => {
          if (!isFull() || (owners.length === DEEPEST && textless.has(tag))) return true;
          removed(`nesting deeper than ${DEEPEST}`);
          return false;
        },
        mayCarry: (tag, attribute) => allowed.get(tag)?.includes(attribute) ?? false,
        closed: () => closed,
        removed,
      }),
    },
    onOpenTag: (name) => {
      owners.push(itemOwners.has(name) ? name : owners.at(-1));
    },
    onCloseTag: () => {
      owners.pop();
      closed += 1;
    },
    allowedTags: [...allowed.keys()],
    allowedAttributes: Object.fromEntries([...allowed].map(([tag, attributes]) => [tag, [...attributes]])),
    // The rule on href is stricter than the library's own, which takes minutes for a long address of many comments.
    allowedSchemesAppliedToAttributes: [],
    nonTextTags: [...textless],
    transformTags: {
      '*': (name, attributes) => {
        const tagName = renamed.get(name) ?? name;
        const known = allowed.get(tagName);
        const attribs: Record<string, string> = {};
        if (!known) removed(name);
        if (name === 'li' && owners.at(-2) === 'li') {
          removed('li in li');
          return { tagName: 'div', attribs };
        }
        for (const [attribute, text] of known ? Object.entries(attributes) : []) {
          const value = text.trim();
          if (known?.includes(attribute) && permitted.get(attribute)?.test(value)) attribs[attribute] = value;
          else removed(`${name}@${attribute}`);
        }
        if (tagName === 'a' && attribs['href'] === undefined) {
          removed('a without href');
          return { tagName: NO_TAG, attribs };
        }
        return { tagName, attribs };
      },
    },
  });
  return unwanted.reduce((text, [characters, name]) => {
    if (!characters.test(text)) return text;
    removed(name);
    return text.replace(new RegExp(characters, 'g'), '');
  }, cleaned);
}
