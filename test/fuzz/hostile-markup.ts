/** Creates markup of a given length in characters that is meant to be slow to parse. */
export type Shape = (length: number) => string;

/** Repeats a piece of markup. */
export const repeated =
  (piece: string): Shape =>
  (length) =>
    piece.repeat(Math.max(1, Math.floor(length / piece.length)));

/** Concatenates shapes, each with its share of the length. */
const inTurn =
  (...shapes: Shape[]): Shape =>
  (length) =>
    shapes.map((shape) => shape(Math.floor(length / shapes.length))).join('');

/** A shape between a beginning and an end. */
const within =
  (start: string, shape: Shape, end: string): Shape =>
  (length) =>
    `${start}${shape(length)}${end}`;

const numbered =
  (piece: (index: number) => string): Shape =>
  (length) =>
    Array.from({ length: Math.floor(length / piece(10_000).length) }, (_, index) => piece(index)).join('');

/** The shapes that were slow because of former bugs, and the slowest shapes now, by description. */
export const hostileMarkup: Readonly<Record<string, Shape>> = {
  'deep lists and unmatched end tags': inTurn(repeated('<ul>'), repeated('</td>')),
  'deep drawings and unmatched end tags': inTurn(repeated('<svg>'), repeated('</td>')),
  'deep emphasis and unmatched end tags': inTurn(repeated('<em>'), repeated('</td>')),
  'the full depth and elements that are not opened': within('<b>'.repeat(99), repeated('<i></i>'), ''),
  'unclosed inline elements': repeated('<b><p>'),
  'text and links without an address': inTurn(
    ...Array<Shape>(8).fill(repeated('Cook ')),
    repeated('<a></a>'),
  ),
  'comments in an address': within('<a href="tel:1', repeated('<!---->'), '">'),
  'nested comments in an address': within('<a href="tel:1', inTurn(repeated('<!-'), repeated('-->')), '">'),
  'unclosed tags': repeated('<p a'),
  'unclosed headings': repeated('<h1>'),
  'many attributes': within(
    '<p ',
    numbered((index) => `a${index} `),
    '>',
  ),
  references: inTurn(repeated('&#65'), repeated('&CounterClockwiseContourIntegral;')),
  'wide lists': within('<ul>', repeated('<li>x</li>'), '</ul>'),
  'lines of preformatted text': within('<pre>', repeated('a\n'), ''),
  'headings in cells': repeated('<td>a<h2>b</h2>'),
  'frames and line breaks': within('<iframe>'.repeat(8), repeated('<br>'), ''),
};

/** Pieces that are hostile when repeated: complete and truncated elements, end tags, references, attributes and text. */
export const hostilePieces: readonly string[] = [
  '<br>',
  '<p>',
  '</p>',
  '<b>',
  '</b>',
  '<i>',
  '</i>',
  '<h1>',
  '</h1>',
  '<hr>',
  '<pre>',
  '</pre>',
  '<section>',
  '</section>',
  '<ul>',
  '</ul>',
  '<li>',
  '</li>',
  '<div>',
  '</div>',
  '<a>',
  '</a>',
  '<a href=tel:1>',
  '<x>',
  '</x>',
  '</td>',
  '<svg>',
  '</svg>',
  '<desc>',
  '<table>',
  '<tr>',
  '<td>',
  '<option>',
  '<select>',
  '<iframe>',
  '</iframe>',
  '<template>',
  '<noscript>',
  '<script>',
  '</script>',
  '<title>',
  '<textarea>',
  '<xmp>',
  '<math>',
  '<form>',
  '<img>',
  '<svg/>',
  '</br>',
  '</>',
  '<p a',
  '<p a=1>',
  '<p a="',
  "<p a='1' a=2>",
  '<a href="tel:1" href=',
  '<!--',
  '-->',
  '<!-',
  '<!>',
  '<?x>',
  '<!doctype>',
  '<![CDATA[',
  ']]>',
  '&',
  '&amp;',
  '&amp',
  '&#',
  '&#65',
  '&#8238;',
  '&lt',
  '&CounterClockwiseContourIntegral;',
  '<',
  '>',
  '"',
  "'",
  '=',
  ' ',
  'Cook ',
  '\u00a0',
  '🙂',
  '\u202e',
  '\n',
];
