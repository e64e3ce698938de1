import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** The decisions and reports of the cleaner while markup is read. */
interface Watch {
  /** Whether an element may be opened at the current position. Its content is read in any case. */
  mayOpen: (tag: string) => boolean;
  /** Whether words before and after an edge of an element are different words. */
  partsWords: (tag: string) => boolean;
  removed: (what: string) => void;
}

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
    if (!hasText || !watch.partsWords(name)) return;
    hasText = false;
    parser.ontextentity(SPACE, endIndex + 1);
  };

  return {
    isInForeignContext: () => parser.isInForeignContext?.() ?? false,
    ontext: (start, endIndex) => {
      hasText = true;
      parser.ontext(start, endIndex);
    },
    ontextentity: (codePoint, endIndex) => {
      hasText = true;
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
      watch.removed(html.startsWith('[CDATA[', start) ? 'CDATA section' : 'comment');
      parser.oncomment(start, endIndex, offset);
    },
    oncdata: (start, endIndex, offset) => {
      if (!parser.isInForeignContext?.()) watch.removed('CDATA section');
      parser.oncdata(start, endIndex, offset);
    },
    ondeclaration: (start, endIndex) => {
      watch.removed('doctype');
      parser.ondeclaration(start, endIndex);
    },
    onprocessinginstruction: (start, endIndex) => parser.onprocessinginstruction(start, endIndex),
    onend: () => {
      if (/<\/?[a-z]/i.test(html.slice(html.lastIndexOf('>') + 1))) watch.removed('unfinished tag');
      parser.onend();
    },
  };
}

/** Creates a class of tokenizers for `html`, which report to `watch`. */
export const watchedTokenizer = (html: string, watch: Watch): typeof Tokenizer =>
  class extends Tokenizer {
    constructor(options: ConstructorParameters<typeof Tokenizer>[0], parser: TokenizerCallbacks) {
      super(options, watched(parser, html, watch));
    }
  };
