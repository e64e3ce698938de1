import { expect, test } from '@jest/globals';
import { detectTextLanguage } from '../../../../functions/postings/posting/localized-posting.ts';

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
])('the language of a text is %s, by its beginning: %.90s', (language, text) => {
  expect(detectTextLanguage(text)).toBe(language);
});
