import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** What the cleaner decides and is told while the markup of a description is read. */
export interface Watch {
  /** Whether an element may be opened at the current position. Its content is read in any case. */
  mayOpen: (tag: string) => boolean;
  /** Whether the maximum depth is reached. */
  isFull: () => boolean;
  /** Whether words before and after an edge of an element are different words. */
  partsWords: (tag: string) => boolean;
  /** Whether the attribute is allowed. */
  mayCarry: (tag: string, attribute: string) => boolean;
  /** The number of elements closed so far. */
  closed: () => number;
  removed: (what: string) => void;
}

/** The text, and the position up to which its content was passed on. */
interface Reading {
  text: string;
  reached: number;
}

const SPACE = 0x20;

/** An end tag without a name, which has no meaning. */
const NAMELESS = '</>';

/**
 * Sits between the tokenizer and the parser. An element that may not be opened never reaches the parser, whose search for
 * the start of each end tag takes longer with every open element. It also reports what a parser drops silently.
 */
function watched(parser: TokenizerCallbacks, reading: Reading, watch: Watch): TokenizerCallbacks {
  /** The number of elements that were not opened and have not ended, by name. */
  const unopened = new Map<string, number>();
  const attributes = new Set<string>();
  let tag = '';
  let isOpened = true;
  /** Whether there was text since the last omitted tag that parts words. */
  let hasText = false;

  const slice = (start: number, end: number) => reading.text.slice(start, end).toLowerCase();
  const reach = (end: number) => {
    reading.reached = end;
  };
  /** Replaces an omitted tag for the parser: with a space where it parts words, otherwise with an empty comment. */
  const leaveOut = (name: string, endIndex: number) => {
    if (hasText && watch.partsWords(name)) {
      hasText = false;
      parser.ontextentity(SPACE, endIndex + 1);
    } else parser.oncomment(endIndex, endIndex, 0);
  };

  function endOf(name: string, start: number, endIndex: number): void {
    const count = unopened.get(name) ?? 0;
    if (count > 0) {
      unopened.set(name, count - 1);
      leaveOut(name, endIndex);
      return;
    }
    const closed = watch.closed();
    parser.onclosetag(start, endIndex);
    if (watch.closed() === closed) watch.removed(`stray end tag ${name}`);
    else if (unopened.size > 0 && !watch.isFull()) unopened.clear();
  }

  return {
    isInForeignContext: () => parser.isInForeignContext?.() ?? false,
    ontext: (start, endIndex) => {
      reach(endIndex);
      hasText = true;
      parser.ontext(start, endIndex);
    },
    ontextentity: (codePoint, endIndex) => {
      reach(endIndex);
      hasText = true;
      parser.ontextentity(codePoint, endIndex);
    },
    onopentagname: (start, endIndex) => {
      tag = slice(start, endIndex);
      attributes.clear();
      isOpened = watch.mayOpen(tag);
      if (isOpened) parser.onopentagname(start, endIndex);
      else unopened.set(tag, (unopened.get(tag) ?? 0) + 1);
    },
    onattribname: (start, endIndex) => {
      if (!isOpened) return;
      const attribute = slice(start, endIndex);
      if (attributes.has(attribute) && watch.mayCarry(tag, attribute))
        watch.removed(`second ${tag}@${attribute}`);
      attributes.add(attribute);
      parser.onattribname(start, endIndex);
    },
    onattribdata: (start, endIndex) => {
      if (isOpened) parser.onattribdata(start, endIndex);
    },
    onattribentity: (codePoint) => {
      if (isOpened) parser.onattribentity(codePoint);
    },
    onattribend: (quote, endIndex) => {
      if (isOpened) parser.onattribend(quote, endIndex);
    },
    onopentagend: (endIndex) => {
      reach(endIndex + 1);
      if (isOpened) parser.onopentagend(endIndex);
      else leaveOut(tag, endIndex);
    },
    onselfclosingtag: (endIndex) => {
      reach(endIndex + 1);
      if (isOpened) parser.onselfclosingtag(endIndex);
      else leaveOut(tag, endIndex);
    },
    onclosetag: (start, endIndex) => {
      const name = slice(start, endIndex);
      const end = reading.text.indexOf('>', endIndex);
      reach(end === -1 ? endIndex : end + 1);
      if (end > endIndex && reading.text.slice(endIndex, end).trim() !== '')
        watch.removed(`text in the end tag ${name}`);
      endOf(name, start, endIndex);
    },
    oncomment: (start, endIndex, offset) => {
      reach(endIndex + 1);
      watch.removed(reading.text.startsWith('[CDATA[', start) ? 'CDATA section' : 'comment');
      parser.oncomment(start, endIndex, offset);
    },
    oncdata: (start, endIndex, offset) => {
      reach(endIndex + 1);
      if (!parser.isInForeignContext?.()) watch.removed('CDATA section');
      parser.oncdata(start, endIndex, offset);
    },
    ondeclaration: (start, endIndex) => {
      reach(endIndex + 1);
      watch.removed('doctype');
      parser.ondeclaration(start, endIndex);
    },
    onprocessinginstruction: (start, endIndex) => parser.onprocessinginstruction(start, endIndex),
    onend: () => {
      if (reading.text.slice(reading.reached).replaceAll(NAMELESS, '') !== '')
        watch.removed('unfinished tag');
      parser.onend();
    },
  };
}

/** A tokenizer class that reports to `watch`. */
export const watchedTokenizer = (watch: Watch): typeof Tokenizer =>
  class extends Tokenizer {
    readonly #reading: Reading;

    constructor(options: ConstructorParameters<typeof Tokenizer>[0], parser: TokenizerCallbacks) {
      const reading = { text: '', reached: 0 };
      super(options, watched(parser, reading, watch));
      this.#reading = reading;
    }

    override write(text: string): void {
      this.#reading.text += text;
      super.write(text);
    }
  };
