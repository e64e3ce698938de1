import * as fc from 'fast-check';

const ALLOWED = ['p', 'div', 'ul', 'ol', 'li', 'b', 'strong', 'i', 'em', 'br', 'a'];
const OTHERS =
  `script style svg math img image iframe object template noscript noembed table caption tbody tr td select option
  optgroup textarea title xmp form button input mtext mi mglyph malignmark annotation-xml foreignObject desc use
  animate h1 h6 dd dt nobr font center pre listing plaintext frameset body html head base meta link details marquee
  x-y o:p rt`.split(/\s+/);
const ATTRIBUTES =
  `href target onclick onerror onload onfocus autofocus style src srcset id xlink:href formaction action data title
  class name is xmlns srcdoc values`.split(/\s+/);
const VALUES = [
  'alert(1)',
  'x',
  '_blank',
  'https://example.com/',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//evil.test/',
  '"',
  "'",
  '>',
  '</p>',
  '--><b>',
  ']]>',
  '</style><img src=x onerror=alert(1)>',
  '</title><svg/onload=alert(1)>',
  '<script>alert(1)</script>',
];
const TEXTS =
  `Cook | < > & " ' \` = <!-- --> --!> <![CDATA[ ]]> <? <! </ <p <a_href=" &lt; &amp;lt; &#60; &#x3c 🙂 \u00a0`
    .split(' ')
    .concat(' ', '\n', '\u202e', '\ufeff', '<a href="');

/** Ways to write the same text in HTML. */
const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => Array.from(text, (letter) => `&#${letter.codePointAt(0)};`).join(''),
  (text) => Array.from(text, (letter) => `&#x0${letter.codePointAt(0)?.toString(16)}`).join(''),
  (text) => text.toUpperCase(),
  (text) => text.replace(':', '&colon;').replace('(', '&lpar;'),
  (text) => text.replace(/(?<=^.{3})/u, '&Tab;'),
  (text) => text.replaceAll('<', '&lt;'),
];

const QUOTES = ['"', "'", '', '`'] as const;
const GAPS = [' ', '\n', '\t', '/', '  '] as const;

const attribute = fc
  .record({
    gap: fc.constantFrom(...GAPS),
    attribute: fc.constantFrom(...ATTRIBUTES),
    equals: fc.constantFrom('=', '=', '=', ' = ', ''),
    quote: fc.constantFrom(...QUOTES),
    value: fc.constantFrom(...VALUES),
    encoding: fc.constantFrom(...ENCODINGS),
  })
  .map(
    ({ gap, attribute: key, equals, quote, value, encoding }) =>
      `${gap}${key}${equals}${quote}${encoding(value)}${quote}`,
  );

const nothing = fc.constant('');
const allowed = fc.constantFrom(...ALLOWED);
const anyName = fc.oneof({ weight: 3, arbitrary: allowed }, fc.constantFrom(...OTHERS));

interface Grammar {
  /** The start tag of an element, without its attributes. */
  name: fc.Arbitrary<string>;
  attributes: fc.Arbitrary<string>;
  ending: fc.Arbitrary<string>;
  text: fc.Arbitrary<string>;
}

/** Nested elements, closed correctly, incorrectly or not at all. */
const markupOf = ({ name, attributes, ending, text }: Grammar): fc.Arbitrary<string> =>
  fc.letrec<{ node: string; nodes: string }>((tie) => ({
    nodes: fc.array(tie('node'), { minLength: 1, maxLength: 4 }).map((nodes) => nodes.join('')),
    node: fc.oneof(
      { maxDepth: 6, depthSize: 'max', withCrossShrink: true },
      { weight: 2, arbitrary: text },
      {
        weight: 3,
        arbitrary: fc
          .tuple(
            name,
            attributes,
            ending,
            tie('nodes'),
            fc.constantFrom('same', 'same', 'same', 'none', 'other'),
            name,
          )
          .map(([tag, marks, end, inner, close, other]) => {
            const closing = { same: `</${tag}>`, none: '', other: `</${other}>` }[close];
            return `<${tag}${marks}${end}${inner}${closing}`;
          }),
      },
    ),
  })).nodes;

/** Incorrectly nested elements only. */
const misnested = markupOf({
  name: fc.oneof(
    { weight: 4, arbitrary: allowed },
    fc.constantFrom('table', 'tr', 'td', 'h2', 'span', 'x-y'),
  ),
  attributes: fc.constantFrom('', ' href="https://example.com/"'),
  ending: fc.constant('>'),
  text: fc.constantFrom('Cook', ' ', ''),
});

/** Elements, attributes and texts in disguised spelling. */
const disguised = markupOf({
  name: anyName,
  attributes: fc.oneof(
    nothing,
    fc.array(attribute, { maxLength: 3 }).map((attributes) => attributes.join('')),
  ),
  ending: fc.constantFrom('>', '>', '>', '>', '/>', '', ' >'),
  text: fc.constantFrom(...TEXTS),
});

/** Markup of all kinds. */
export const anyMarkup: fc.Arbitrary<string> = fc.oneof(misnested, disguised);
