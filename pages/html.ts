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

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

function renderPiece(piece: Piece): string {
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(renderPiece).join('');
  return piece === undefined || piece === false ? '' : escapeHtml(String(piece));
}

const unindentedTemplates = new WeakMap<TemplateStringsArray, readonly string[]>();

/** The literal parts of a template without the indentation of their lines, cached by template. */
function unindent(strings: TemplateStringsArray): readonly string[] {
  const cached = unindentedTemplates.get(strings);
  if (cached) return cached;
  const texts = strings.map((text) => text.replaceAll(/\n\s+/g, '\n'));
  unindentedTemplates.set(strings, texts);
  return texts;
}

/** An HTML template: escapes every value that is not already HTML, and omits `undefined` and `false`. */
export const html = (strings: TemplateStringsArray, ...values: Piece[]): Html =>
  new Html(
    unindent(strings)
      .map((text, index) => text + renderPiece(values[index]))
      .join(''),
  );

const charactersByEntity = new Map(
  Object.entries(entities).map(([character, entity]) => [entity, character]),
);

/** The text of a piece of HTML, without its markup. */
export const plainText = ({ text }: Html): string =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#?\w+;/g, (entity) => charactersByEntity.get(entity) ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
