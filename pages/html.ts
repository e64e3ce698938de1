/** A piece of HTML: text that needs no escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | number | false | undefined | readonly Piece[];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

function textOf(piece: Piece): string {
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(textOf).join('');
  return piece === undefined || piece === false ? '' : escaped(String(piece));
}

const withoutIndentation = new WeakMap<TemplateStringsArray, readonly string[]>();

/** What a template says itself, without the indentation of its lines; found once for each template. */
function ownTexts(strings: TemplateStringsArray): readonly string[] {
  const known = withoutIndentation.get(strings);
  if (known) return known;
  const texts = strings.map((text) => text.replaceAll(/\n\s+/g, '\n'));
  withoutIndentation.set(strings, texts);
  return texts;
}

/** An HTML template: escapes every value that is not already HTML, and omits `undefined` and `false`. */
export const html = (strings: TemplateStringsArray, ...values: Piece[]): Html =>
  new Html(
    ownTexts(strings)
      .map((text, index) => text + textOf(values[index]))
      .join(''),
  );

const characters = new Map(Object.entries(entities).map(([character, entity]) => [entity, character]));

/** What a piece of HTML says, without its markup. */
export const plainText = ({ text }: Html): string =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#?\w+;/g, (entity) => characters.get(entity) ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
