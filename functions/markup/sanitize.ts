import sanitizeHtml from 'sanitize-html';
import { directionOverride, unreadable } from '../validation/formats.ts';
import { brokenUp, isHeading, partsWords, withLineBreaks } from './line-breaks.ts';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** The decisions and reports of the cleaner while markup is read. */
interface Watch {
  /** Whether an element may be opened at the current position. Its content is read in any case. */
  mayOpen: (tag: string) => boolean;
  /** Hears of text, by its length in characters. */
  text: (characters: number) => void;
  removed: Report;
}

/** Reports removed markup by its name, with the number of characters of text that are removed with it. */
type Report = (what: string, characters?: number) => void;

const SPACE = 0x20;

/**
 * Sits between the tokenizer of `html` and the parser. An element that may not be opened never reaches the parser, whose
 * search for the start of each end tag takes longer with every open element. It also reports what a parser drops silently.
 */
function watched(parser: TokenizerCallbacks, html: string, watch: Watch): TokenizerCallbacks {
  /** The number of elements that were not opened and have not ended, by name. */
  const unopened = new Map<string, number>();
  /** Whether there was text since the last tag that was replaced by a space. */
  let hasText = false;

  const nameAt = (start: number, endIndex: number) => html.slice(start, endIndex).toLowerCase();

  /** Puts a space where removing an element would join words. */
  const part = (name: string, endIndex: number) => {
    if (!hasText || !partsWords(name)) return;
    hasText = false;
    parser.ontextentity(SPACE, endIndex + 1);
  };

  return {
    isInForeignContext: () => parser.isInForeignContext?.() ?? false,
    ontext: (start, endIndex) => {
      hasText = true;
      watch.text(endIndex - start);
      parser.ontext(start, endIndex);
    },
    ontextentity: (codePoint, endIndex) => {
      hasText = true;
      watch.text(1);
      parser.ontextentity(codePoint, endIndex);
    },
    onopentagname: (start, endIndex) => {
      const name = nameAt(start, endIndex);
      if (watch.mayOpen(name)) {
        unopened.clear();
        parser.onopentagname(start, endIndex);
        return;
      }
      // The parser ignores attributes and the end of a tag that it did not see begin.
      unopened.set(name, (unopened.get(name) ?? 0) + 1);
      part(name, endIndex);
    },
    onattribname: (start, endIndex) => parser.onattribname(start, endIndex),
    onattribdata: (start, endIndex) => parser.onattribdata(start, endIndex),
    onattribentity: (codePoint) => parser.onattribentity(codePoint),
    onattribend: (quote, endIndex) => parser.onattribend(quote, endIndex),
    onopentagend: (endIndex) => parser.onopentagend(endIndex),
    onselfclosingtag: (endIndex) => parser.onselfclosingtag(endIndex),
    onclosetag: (start, endIndex) => {
      const name = nameAt(start, endIndex);
      const count = unopened.get(name) ?? 0;
      if (count === 0) {
        parser.onclosetag(start, endIndex);
        return;
      }
      unopened.set(name, count - 1);
      part(name, endIndex);
    },
    oncomment: (start, endIndex, offset) => {
      const isUnfinished = endIndex >= html.length;
      watch.removed('comment', isUnfinished ? endIndex - start : 0);
      parser.oncomment(start, endIndex, offset);
    },
    oncdata: (start, endIndex, offset) => parser.oncdata(start, endIndex, offset),
    ondeclaration: (start, endIndex) => {
      watch.removed('doctype');
      parser.ondeclaration(start, endIndex);
    },
    onprocessinginstruction: (start, endIndex) => parser.onprocessinginstruction(start, endIndex),
    onend: () => {
      const unfinished = /<\/?[a-z][^]*/i.exec(html.slice(html.lastIndexOf('>') + 1))?.[0];
      if (unfinished) watch.removed('unfinished tag', unfinished.length);
      parser.onend();
    },
  };
}

/** Creates a class of tokenizers for `html`, which report to `watch`. */
const watchedTokenizer = (html: string, watch: Watch): typeof Tokenizer =>
  class extends Tokenizer {
    constructor(options: ConstructorParameters<typeof Tokenizer>[0], parser: TokenizerCallbacks) {
      super(options, watched(parser, html, watch));
    }
  };

/** The allowed tags of a description, each with its allowed attributes (guide: job-content 2 and 3). */
const allowed = new Map<string, readonly string[]>([
  ...['strong', 'b', 'em', 'i', 'br', 'p', 'div', 'ul', 'ol', 'li'].map((tag) => [tag, []] as const),
  ['a', ['href', 'target']],
]);

/** The allowed values of attributes (guide: job-content 2 and 3). */
const permitted = new Map([
  ['href', /^(?:https?|mailto|tel):[^\s]/i],
  ['target', /^_(?:blank|self|parent|top)$/],
]);

const regularWeight = /font-weight\s*:\s*(?:normal|lighter|initial|[1-5]\d\d)\b/i;
const uprightStyle = /font-style\s*:\s*(?:normal|initial)\b/i;

/** The styles that end what an element says: Google Docs wraps each copied text in a <b> of normal weight. */
const cancelledBy = new Map([
  ['b', regularWeight],
  ['strong', regularWeight],
  ['em', uprightStyle],
  ['i', uprightStyle],
]);

/** The tag name that marks an element whose tags are removed and whose content is kept. */
const NO_TAG = '';

/** The possible parents of an <li>. Inside another <li>, it would end the outer <li> and all elements between. */
const itemOwners = new Set(['ul', 'ol', 'li']);

/** Elements that are removed with their text, because it is not meant for readers. */
const textless = new Set(['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'title', 'template']);

/** The elements among them whose content is code and no text, unless their end tag is missing. */
const code = new Set(['script', 'style']);

/** Elements nested deeper are not opened. Real text has unclosed elements that add up, and browsers stop at 512. */
const MAX_DEPTH = 100;

/** Characters that, written as character references, can get past the checks on the text. */
const forbidden: readonly [RegExp, string][] = [
  [unreadable, 'control character'],
  [directionOverride, 'direction override'],
];

/**
 * Removes all but the allowed markup. The removal can leave tags nested in ways that a parser changes, so the result
 * may have to be cleaned again. Reports everything that it removes.
 */
export function sanitized(html: string, removed: Report): string {
  /** The numbers of characters in the open elements whose text is removed. */
  const hiddenCharacters: number[] = [];
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
        text: (characters) => {
          if (hiddenCharacters.length > 0) hiddenCharacters.push((hiddenCharacters.pop() ?? 0) + characters);
        },
        removed,
      }),
      // XML serializers write empty elements so. HTML would read <script/> as the start of a script.
      recognizeSelfClosing: true,
    },
    onOpenTag: (name) => {
      if (textless.has(name)) hiddenCharacters.push(0);
      owners.push(itemOwners.has(name) ? name : owners.at(-1));
    },
    onCloseTag: (name, isImplied) => {
      if (textless.has(name)) {
        const characters = hiddenCharacters.pop();
        // Without an end tag, a script takes the text behind it along.
        if (isImplied || !code.has(name)) removed(name, characters);
      }
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
        if (cancelledBy.get(name)?.test(attributes['style'] ?? '')) {
          removed(name);
          return { tagName: NO_TAG, attribs };
        }
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
