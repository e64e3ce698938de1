import { describe, expect, test } from '@jest/globals';
import { nameInHeader } from '../../../functions/mail/message.ts';

describe('nameInHeader', () => {
  test.each([
    'Zoé Tremblay-Nguyễn',
    'J.R.R. Tolkien, Ph.D.',
    'Seán Ó Súilleabháin (he/him)',
    'Anna "Annie" Berg',
    'محمد بن عبد الله',
    'שרה כהן',
    'ᐃᓄᒃᑎᑐᑦ',
    // Persian and Sinhala names need the joiners.
    'علی\u200cرضا',
    'ක්\u200dෂණික',
    'x'.repeat(64),
  ])('returns an ordinary name unchanged: %s', (name) => {
    expect(nameInHeader(name)).toBe(name);
  });

  test.each([
    ['an address', 'Anna Berg <ceo@acme.example>', 'Anna Berg'],
    ['an address in wide letters', 'Anna ceo\uFF20acme.example', 'Anna'],
    ['addresses and a group', 'Friends: a@example.net, Bob <b@example.net>;', 'Friends: Bob'],
    ['a URL', 'Anna https://evil.example/x Berg www.evil.example', 'Anna Berg'],
    ['an encoded word', 'Anna =?utf-8?q?CEO_=3Cceo=40acme.example=3E?=', 'Anna'],
    ['half of one', 'Anna =?utf-8?q?x', 'Anna'],
    ['line breaks', 'Anna\r\nBcc:\u2028Berg', 'Anna Bcc: Berg'],
    ['control characters', 'Anna\0\u001b\u0085Berg', 'Anna Berg'],
    ['a reversal', 'Anna \u202Egreb\u2066', 'Anna greb'],
    ['unseen characters', 'An\u200bn\u00ada\ufeff \u2060Be\u200drg\u{e0041}', 'Anna Berg'],
    ['blanks of many kinds', ' Anna\u3164\u2800\u00a0\u3000Berg ', 'Anna Berg'],
    ['angle brackets', '<Anna> Berg', 'Anna Berg'],
    ['private characters', 'Anna \ue000Berg', 'Anna Berg'],
    ['decomposed letters', 'Zoe\u0301', 'Zoé'],
  ])('removes %s', (_, name, shown) => {
    expect(nameInHeader(name)).toBe(shown);
  });

  test.each(['ceo@acme.example', '=?utf-8?q?x?=', '//evil.example', '\u3164', '\u200d', '…', '<>', ''])(
    'returns undefined when no visible character remains: %j',
    (name) => {
      expect(nameInHeader(name)).toBeUndefined();
    },
  );

  test.each([
    ['letters', 'x'.repeat(65), `${'x'.repeat(63)}…`],
    ['words', `${'word '.repeat(12)}end word`, `${'word '.repeat(12)}end…`],
    ['letters with marks', 'e\u0301\u0323'.repeat(40), `${'\u1eb9\u0301'.repeat(31)}…`],
    ['flags', '🇨🇦'.repeat(33).concat('a'), undefined],
    ['one letter with many marks', `Z${'\u0301'.repeat(100)}`, undefined],
  ])('shortens to 64 characters without splitting a visible character: %s', (_, name, shown) => {
    expect(nameInHeader(name)).toBe(shown);
  });
});
