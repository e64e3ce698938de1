/** The effect of the start or end of an element: a gap between words, or a new line. */
type Edge = 'gap' | 'line';

/** The allowed elements that begin a new line. */
const ownLine = ['p', 'div', 'ul', 'ol', 'li', 'br'];

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** The maximum number of consecutive breaks in preformatted text: any number would multiply the length of the text. */
const MAX_BREAKS = 2;

/** Elements that show line breaks of their text. */
const asTyped = ['pre', 'listing', 'plaintext'];

/** Elements that are not allowed, and must not join words when they are removed. */
const edges = new Map<string, Edge>([
  ...[
    ...headings,
    ...asTyped,
    ...`address article aside blockquote caption center dd details dialog dir dl dt fieldset figcaption figure footer
      form header hgroup hr legend main menu nav search section summary table tbody tfoot thead tr`.split(
      /\s+/,
    ),
  ].map((name): [string, Edge] => [name, 'line']),
  ['td', 'gap'],
  ['th', 'gap'],
  ['button', 'gap'],
]);

/** The names of the elements that `withLineBreaks` replaces. */
export const brokenUp: readonly string[] = [...edges.keys()];

/** Whether an element is replaced by bold text (guide: job-content 2 and 3). */
export const isHeading = (name: string): boolean => headings.includes(name);

const parting = new Set([...ownLine, ...brokenUp]);

/** Whether words before and after an edge of an element are different words. */
export const partsWords = (name: string): boolean => parting.has(name);

const isWhiteSpace = (character: string | undefined) => character !== undefined && /\s/.test(character);

/**
 * Removes the elements that were only kept because they break lines: it leaves a <br> unless another element breaks the
 * line, and a space between the cells of a table.
 */
export function withLineBreaks(markup: string): string {
  const lines: string[] = [];
  /** The last character of the text on the current line. */
  let last: string | undefined;
  /** The number of line breaks after the current line. */
  let breaks = 0;
  /** The effect of the element edges since the last text, and their position. */
  let pending: { edge: Edge; at: number } | undefined;

  const leave = (edge: Edge) => {
    if (last === undefined) return;
    if (!pending) pending = { edge, at: lines.push('') - 1 };
    else if (edge === 'line') pending.edge = edge;
  };
  const breakLine = (tag: string) => {
    lines.push(tag);
    breaks += 1;
    last = undefined;
    pending = undefined;
  };
  const show = (text: string) => {
    lines.push(text);
    const isBlank = text.trim() === '';
    if (pending && !isBlank) {
      const isApart = isWhiteSpace(last) || isWhiteSpace(text[0]);
      if (pending.edge === 'line') lines[pending.at] = '<br />';
      else if (!isApart) lines[pending.at] = ' ';
      pending = undefined;
    }
    if (last === undefined && isBlank) return;
    last = text.at(-1);
    breaks = 0;
  };
  const showTyped = (text: string) => {
    for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
      if (index > 0 && breaks < MAX_BREAKS) breakLine('<br />');
      if (line !== '') show(line);
    }
  };

  /** The number of open elements with preformatted text, and whether one has just begun. */
  let typed = 0;
  let beginsTyped = false;
  for (const piece of markup.split(/(<[^>]*>)/)) {
    if (piece === '') continue;
    const [, slash, name = ''] = /^<(\/?)(\w+)/.exec(piece) ?? [];
    const edge = edges.get(name);
    if (edge) {
      // Bold text begins on the new line, and ends on the old one.
      if (isHeading(name) && slash) lines.push('</strong>');
      leave(edge);
      if (isHeading(name) && !slash) lines.push('<strong>');
      if (asTyped.includes(name)) typed += slash ? -1 : 1;
    } else if (ownLine.includes(name)) breakLine(piece);
    else if (name !== '') lines.push(piece);
    else if (typed === 0) show(piece);
    // A line break at the beginning is not shown (HTML, "A start tag whose tag name is one of: pre, listing").
    else showTyped(beginsTyped ? piece.replace(/^\r?\n/, '') : piece);
    beginsTyped = !slash && asTyped.includes(name);
  }
  return lines.join('');
}
