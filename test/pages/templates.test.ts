import { describe, expect, test } from '@jest/globals';
import { assert, constantFrom, property, string } from 'fast-check';
import { declaration, xml } from '../../pages/xml.ts';
import { parseXml } from '../setup/xml.ts';
import { html, plainText } from '../../pages/html.ts';

const documentWith = (text: string) => xml`${declaration}<all>${text}</all>`.text;

/** What XML has no way to say, written another way than in the code: control characters, lone surrogates, two others. */
const impossible = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\p{Cs}\uFFFE\uFFFF]/gu;

const ofAnyCharacters = string({ unit: 'binary' });
const ofTrickyOnes = string({
  unit: constantFrom(
    '<',
    '>',
    '&',
    '"',
    "'",
    ']]>',
    '\r',
    '\n',
    '\t',
    '\0',
    '\x1F',
    '\uD800',
    '\uDFFF',
    '\uFFFE',
    '\x85',
    '😀',
  ),
});

describe('an XML template', () => {
  test.each([
    ['any characters', ofAnyCharacters],
    ['tricky characters', ofTrickyOnes],
  ])('gives a parser back a text of %s, without those that XML cannot have', (_, texts) => {
    assert(
      property(texts, (text) => {
        expect(parseXml(documentWith(text)).text).toBe(text.replace(impossible, ''));
      }),
    );
  });

  test('takes other XML as it is, and leaves out what is undefined', () => {
    const inner = xml`<b>${'1 < 2'}</b>`;
    expect(xml`<a>${[inner, undefined, 3]}</a>`.text).toBe('<a><b>1 &lt; 2</b>3</a>');
  });
});

test('an HTML template escapes what could end an element, or an attribute in either quotes', () => {
  const value = `</p>&lt; "it's"`;
  const escaped = html`${value}`;
  expect(escaped.text).toBe('&lt;/p&gt;&amp;lt; &quot;it&#39;s&quot;');
  expect(html`${escaped}`.text).toBe(escaped.text);
  expect(plainText(escaped)).toBe(value);
});
