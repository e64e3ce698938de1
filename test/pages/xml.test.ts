import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { declaration, xml } from '../../pages/xml.ts';
import { parseXml } from '../setup/xml.ts';

const documentWith = (text: string) => xml`${declaration}<all>${text}</all>`.text;

describe('an XML template', () => {
  test('gives every text back to a parser, but for the characters that XML cannot have', () => {
    const anything = fc.string({
      unit: fc.oneof(
        fc.string({ unit: 'binary', maxLength: 1 }),
        fc.constantFrom(
          ...'<>&"\']\r\n\t',
          ']]>',
          '\u0000',
          '\u001f',
          '\ud800',
          '\udfff',
          '\ufffe',
          '\uffff',
          '\u0085',
          '\u{1ffff}',
        ),
      ),
    });
    fc.assert(
      fc.property(anything, (text) => {
        const possible = [...text].filter(
          (each) => /^[\t\n\r -\uD7FF\uE000-\uFFFD]$/.test(each) || (each.codePointAt(0) ?? 0) > 0xffff,
        );
        expect(parseXml(documentWith(text)).text).toBe(possible.join(''));
      }),
    );
  });

  test('keeps its own markup, takes other XML as it is, and leaves out what is undefined', () => {
    const inner = xml`<b>${'1 < 2'}</b>`;
    expect(xml`<a>${[inner, undefined, 3]}</a>`.text).toBe('<a><b>1 &lt; 2</b>3</a>');
  });
});
