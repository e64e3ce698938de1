import { describe, expect, test } from '@jest/globals';
import { assert, constantFrom, property, string } from 'fast-check';
import { declaration, xml } from '../../pages/xml.ts';
import { parseXml } from '../setup/xml.ts';
import { html, plainText } from '../../pages/html.ts';

const documentWith = (text: string) => xml`${declaration}<all>${text}</all>`.text;

/** Characters that XML cannot contain: control characters, lone surrogates, U+FFFE and U+FFFF. */
const impossible = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\p{Cs}\uFFFE\uFFFF]/gu;

/** Characters that mean something in XML, or that it forbids. */
const tricky = constantFrom(...Array.from(`<>&"'\r\n\t\0\x1F\uFFFE\x85😀a`), ']]>', '\uD800', '\uDFFF');

describe('an XML template', () => {
  test('keeps a text through a parser, without the characters that XML forbids', () => {
    assert(
      property(string({ unit: tricky }), (text) => {
        expect(parseXml(documentWith(text)).text).toBe(text.replace(impossible, ''));
      }),
    );
  });

  test('does not escape nested XML, and omits undefined values', () => {
    const inner = xml`<b>${'1 < 2'}</b>`;
    expect(xml`<a>${[inner, undefined, 3]}</a>`.text).toBe('<a><b>1 &lt; 2</b>3</a>');
  });
});

test('an HTML template escapes the characters that could end an element or a quoted attribute', () => {
  const value = `</p>&lt; "it's"`;
  const escaped = html`${value}`;
  expect(escaped.text).toBe('&lt;/p&gt;&amp;lt; &quot;it&#39;s&quot;');
  expect(html`${escaped}`.text).toBe(escaped.text);
  expect(plainText(escaped)).toBe(value);
});
