import { expect, test } from '@jest/globals';
import { toPlainText } from '../../../../functions/postings/posting/localized-posting.ts';
import { excerpt } from '../../../../pages/public/social-card.ts';

test.each([
  [
    '<p>We bake <strong>sourdough</strong>, <em>baguettes</em>.</p><ul><li>Early</li><li>Late</li></ul>',
    'We bake sourdough, baguettes. Early Late',
  ],
  ['<strong>About us</strong><br />Fish &amp; chips<br />2 &lt; 3', 'About us Fish & chips 2 < 3'],
  [`${'bread '.repeat(26)}– loaves`, `${'bread '.repeat(26).trim()}…`],
  [`${'bread '.repeat(26)}rye and`, `${'bread '.repeat(26)}rye…`],
  ['\u{1F642}'.repeat(100), `${'\u{1F642}'.repeat(79)}…`],
])('a description is summarised on one line, in whole words: %s', (description, summary) => {
  expect(excerpt(toPlainText(description))).toBe(summary);
});
