/** A piece of XML: text that needs no escaping. */
export class Xml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Xml | string | number | undefined | readonly Piece[];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // A parser turns a bare carriage return into a line feed.
  '\r': '&#13;',
};

/** Characters that XML 1.0 cannot contain (section 2.2). With the `u` flag, a surrogate matches only if it is unpaired. */
const forbiddenCharacters = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const escapeXml = (text: string) =>
  text
    .replace(forbiddenCharacters, '')
    .replace(/[&<>"'\r]/g, (character) => entities[character] ?? character);

function renderPiece(piece: Piece): string {
  if (piece instanceof Xml) return piece.text;
  if (typeof piece === 'object') return piece.map(renderPiece).join('');
  return piece === undefined ? '' : escapeXml(String(piece));
}

/** An XML template: escapes every value that is not already XML, removes forbidden characters, and omits `undefined`. */
export const xml = (strings: TemplateStringsArray, ...values: Piece[]): Xml =>
  new Xml(strings.map((text, index) => text + renderPiece(values[index])).join(''));

/** Text as CDATA, for feed readers that do not decode entities. Removes characters that XML forbids. */
export const cdata = (text: string): Xml =>
  new Xml(`<![CDATA[${text.replace(forbiddenCharacters, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`);

/** The XML declaration. */
export const declaration = new Xml('<?xml version="1.0" encoding="UTF-8"?>\n');
