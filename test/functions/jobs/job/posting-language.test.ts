import { expect, test } from '@jest/globals';
import { detectLanguage } from '../../../../functions/jobs/job/posting-laws.ts';

test.each<[language: 'en' | 'fr' | undefined, text: string]>([
  ['en', 'Server. <p>You serve our guests, in French and English, at a café in Québec City.</p>'],
  ['en', 'Welder. Experience required, competitive salary, benefits'],
  ['fr', 'Serveuse ou serveur. <ul><li>Bilinguisme (français et anglais) un atout</li></ul>'],
  ['fr', 'Plombier. EXPÉRIENCE requise, salaire concurrentiel'],
  [undefined, ''],
  [undefined, 'Développeur. Build a service.'],
  [undefined, '<the and="of">Pizza</the>'],
  [undefined, 'Wir suchen einen Bäcker mit zwei Jahren Erfahrung. Sie beginnen um vier Uhr morgens.'],
  [undefined, 'Buscamos una persona para nuestro equipo de ventas en la ciudad, con un buen salario.'],
  [undefined, 'Wij zoeken een medewerker voor ons team in de verkoop. Dit is een baan of een stage.'],
  [undefined, '我们正在寻找一位有两年经验的面包师'],
  [undefined, 'The cook of the team. Le cuisinier des équipes et du poste.'],
  [
    'fr',
    `${'Vous cuisez le pain et les gâteaux. '.repeat(60)}${'You bake the bread and the cakes. '.repeat(2_000)}`,
  ],
])('the detected language is %s: %s', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});
