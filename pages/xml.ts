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
  // A parser would make a line feed of it.
  '\r': '&#13;',
};

/** Every character that XML 1.0 has no way to say (section 2.2); under `u`, a surrogate matches only without its other half. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const escaped = (text: string) =>
  text.replace(forbidden, '').replace(/[&<>"'\r]/g, (character) => entities[character] ?? character);

function textOf(piece: Piece): string {
  if (piece instanceof Xml) return piece.text;
  if (typeof piece === 'object') return piece.map(textOf).join('');
  return piece === undefined ? '' : escaped(String(piece));
}

/** An XML template: escapes every value that is not already XML, removes what XML forbids, and omits `undefined`. */
export const xml = (strings: TemplateStringsArray, ...values: Piece[]): Xml =>
  new Xml(strings.map((text, index) => text + textOf(values[index])).join(''));

/** A text as it is, for readers that know no entities, without what XML forbids. */
export const cdata = (text: string): Xml =>
  new Xml(`<![CDATA[${text.replace(forbidden, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`);

/** What every XML file begins with. */
export const declaration = new Xml('<?xml version="1.0" encoding="UTF-8"?>\n');
