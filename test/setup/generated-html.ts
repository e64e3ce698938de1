import * as fc from 'fast-check';

/** HTML, and its text with a space at every element boundary that separates words. */
type Node = [html: string, text: string];

const INLINE = ['b', 'strong', 'em', 'span', 'u', 'font', 'small', 'a href="https://example.com/"'];
const BLOCKS =
  'div section article header footer main nav aside blockquote address center figure figcaption fieldset hgroup pre';
const TEXTS = ['Cook', 'baker', ' ', '\n', 'waiter ', ' and', ',', '\u00a0', ''];
const HIDDEN = ['<script>alert(1)</script>', '<style>p { color: red }</style>', '<!-- hidden -->'];

const joined = (nodes: readonly Node[]): Node => [
  nodes.map(([html]) => html).join(''),
  nodes.map(([, text]) => text).join(''),
];

const inside = (tag: string, [html, text]: Node, edge: string): Node => [
  `<${tag}>${html}</${tag.split(' ')[0]}>`,
  `${edge}${text}${edge}`,
];

const leaf = (of: readonly string[], text: (html: string) => string) =>
  fc.constantFrom(...of).map((html): Node => [html, text(html)]);

/** An element with one of these names. Its text is between spaces if its boundaries separate words. */
const element = (names: string, inner: fc.Arbitrary<Node>) =>
  fc.tuple(fc.constantFrom(...names.split(' ')), inner).map(([tag, node]) => inside(tag, node, ' '));

const several = (node: fc.Arbitrary<Node>) => fc.array(node, { maxLength: 3 }).map(joined);

/** Generators by content model: some elements may have only inline content or certain children, or would be closed. */
const { flow } = fc.letrec<{ phrase: Node; phrases: Node; node: Node; flow: Node }>((tie) => ({
  phrase: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 6, arbitrary: leaf(TEXTS, (text) => text) },
    { weight: 1, arbitrary: leaf(HIDDEN, () => '') },
    { weight: 1, arbitrary: leaf(['<br>', '<br/>'], () => ' ') },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...INLINE), tie('phrases'))
        .map(([tag, node]) => inside(tag, node, '')),
    },
  ),
  phrases: several(tie('phrase')),
  node: fc.oneof(
    { maxDepth: 5, depthSize: 'large', withCrossShrink: true },
    { weight: 4, arbitrary: tie('phrase') },
    { weight: 1, arbitrary: leaf(['<hr>'], () => ' ') },
    { weight: 2, arbitrary: element('p h1 h2 h3 h6', tie('phrases')) },
    { weight: 2, arbitrary: element(BLOCKS, tie('flow')) },
    { weight: 1, arbitrary: element('ul ol menu', several(element('li', tie('flow')))) },
    { weight: 1, arbitrary: element('dl', several(element('dt dd', tie('flow')))) },
    {
      weight: 1,
      arbitrary: element('table', several(element('tr', several(element('td th', tie('flow')))))),
    },
  ),
  flow: several(tie('node')),
}));

/** Advertisements like those of programs: allowed and forbidden elements, nested and in sequence; and their words. */
export const generatedAdvertisement = flow.map(([html, text]) => ({
  html,
  words: text.split(/\s+/).filter((word) => word !== ''),
}));
