import { expect, test } from '@jest/globals';
import { detectTextLanguage, toPlainText } from '../../../../functions/postings/posting/localized-posting.ts';
import { excerpt } from '../../../../pages/public/social-card.ts';

const english = 'We are looking for a baker with two years of experience. You start at four in the morning. ';
const french = 'Nous cherchons un boulanger ayant deux ans d’expérience pour notre petite équipe. ';

test.each([
  ['en', english],
  ['en', 'Server needed for café in Québec City. Bilingual (French and English) an asset.'],
  ['fr', french],
  ['fr', 'Serveuse ou serveur pour un café à Québec. Bilinguisme (français et anglais) un atout.'],
  [undefined, ''],
  [undefined, 'OK'],
  [undefined, 'Wir suchen einen Bäcker mit zwei Jahren Erfahrung. Sie beginnen um vier Uhr morgens.'],
  [undefined, '我们正在寻找一位有两年经验的面包师，在市中心的小团队工作。'],
  [undefined, 'نبحث عن خباز لديه خبرة سنتين للعمل في فريق صغير في وسط المدينة'],
  [undefined, '\uD83D'.repeat(2_000)],
  ['fr', french.repeat(20) + english.repeat(2_000)],
  ['en', english.repeat(20) + french.repeat(2_000)],
])('the detected language is %s for a text that begins with: %.90s', (language, text) => {
  expect(detectTextLanguage(text)).toBe(language);
});

test.each([
  [
    '<p>We bake <strong>sourdough</strong>, <em>baguettes</em>.</p><ul><li>Early</li><li>Late</li></ul>',
    'We bake sourdough, baguettes. Early Late',
  ],
  ['<strong>About us</strong><br />Fish &amp; chips<br />2 &lt; 3', 'About us Fish & chips 2 < 3'],
  [`${'bread '.repeat(26)}loaves`, `${'bread '.repeat(26).trim()}…`],
  [`${'bread '.repeat(26)}rye and`, `${'bread '.repeat(26)}rye…`],
  ['\u{1F642}'.repeat(100), `${'\u{1F642}'.repeat(79)}…`],
])('a description is summarised on one line, in whole words: %s', (description, summary) => {
  expect(excerpt(toPlainText(description))).toBe(summary);
});
