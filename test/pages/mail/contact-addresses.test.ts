import { expect, test } from '@jest/globals';
import { mailtoUrl, telUrl } from '../../../pages/mail/mail-body.ts';

test.each([
  ['+1 (604) 555-0199', 'tel:+16045550199'],
  ['604.555.0199', 'tel:6045550199'],
  ['604 555 0199, ext. 7', 'tel:6045550199'],
  ['514 555-0199 poste 7', 'tel:5145550199'],
  [' 00 33 1 23 45 67 89', 'tel:0033123456789'],
  ['*#06#1234567', undefined],
  ['1234567#', 'tel:1234567'],
  ['555-019', undefined],
  ['604 555 0199 / 604 555 0200', undefined],
  ['evil.example/?6045550199', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('what is typed as a telephone is called at its digits alone: %s', (telephone, url) => {
  expect(telUrl(telephone)).toBe(url);
});

test.each([
  ['zoe@example.org', 'mailto:zoe@example.org'],
  ["o'hara+x@sub.example.ca", "mailto:o'hara%2Bx@sub.example.ca"],
  ['zoe?bcc=victim@example.net', 'mailto:zoe%3Fbcc%3Dvictim@example.net'],
  ['a&b%0A/{|}@example.net', 'mailto:a%26b%250A%2F%7B%7C%7D@example.net'],
])('an e-mail address is written to alone, without a subject or a copy: %s', (email, url) => {
  expect(mailtoUrl(email)).toBe(url);
});
