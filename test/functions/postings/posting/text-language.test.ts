import { describe, expect, test } from '@jest/globals';
import { detectTextLanguage } from '../../../../functions/postings/posting/localized-posting.ts';

describe('the language of a text', () => {
  test.each([
    'We are looking for a baker with two years of experience. You start at four in the morning.',
    'Server needed for café in Québec City. Bilingual (French and English) an asset.',
  ])('is English: %s', (text) => {
    expect(detectTextLanguage(text)).toBe('en');
  });

  test.each([
    'Nous cherchons un boulanger ayant deux ans d’expérience, avec une petite équipe au centre-ville.',
    'Serveuse ou serveur pour un café à Québec. Bilinguisme (français et anglais) un atout.',
  ])('is French: %s', (text) => {
    expect(detectTextLanguage(text)).toBe('fr');
  });

  test.each([
    '',
    'OK',
    'Wir suchen einen Bäcker mit zwei Jahren Erfahrung. Sie beginnen um vier Uhr morgens.',
    '我们正在寻找一位有两年经验的面包师，在市中心的小团队工作。',
    'نبحث عن خباز لديه خبرة سنتين للعمل في فريق صغير في وسط المدينة',
    '\uD83D'.repeat(2_000),
  ])('is not said of what is neither: %j', (text) => {
    expect(detectTextLanguage(text)).toBeUndefined();
  });

  test('is decided by the beginning of a long text', () => {
    const french =
      'Nous cherchons un boulanger ayant deux ans d’expérience pour notre petite équipe. '.repeat(20);
    const english = 'We are looking for a baker with two years of experience for our small team. '.repeat(
      2_000,
    );
    expect([detectTextLanguage(french + english), detectTextLanguage(english + french)]).toEqual([
      'fr',
      'en',
    ]);
  });
});
