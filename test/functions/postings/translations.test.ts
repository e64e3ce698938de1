import { describe, expect, test } from '@jest/globals';
import { words } from '../../../pages/public/words.ts';
import { aJob } from '../../setup/a-job.ts';
import { structuredData, socialCard, listedTitles } from '../../setup/public-pages.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { setProfile } from '../../setup/employers-in-table.ts';

const service = sharedService();

const texts = {
  en: { title: 'Baker', description: '<p>You bake the bread.</p>', plain: 'You bake the bread.' },
  fr: { title: 'Boulangère', description: '<p>Vous cuisez le pain.</p>', plain: 'Vous cuisez le pain.' },
};
type Language = keyof typeof texts;
const of = (language: Language) => {
  const { title, description } = texts[language];
  return { title, description };
};

const otherThan = (language: Language): Language => (language === 'en' ? 'fr' : 'en');

/** The posting of a job in a language, with a translation into the other language. */
async function posted(own: Language, fields: object = {}) {
  const acme = await service.newEmployer();
  const other = otherThan(own);
  const job = aJob({ status: 'active', ...of(own), translations: { [other]: of(other) }, ...fields });
  const { body } = await acme.post('/jobs', job);
  return { acme, url: body.postingUrl as string };
}

const pageText = async (url: string, accepted = '') =>
  (await service.anyone.get(url, { 'accept-language': accepted })).text;

const linksIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<link rel="(\w+)"(?: hreflang="([\w-]+)")? href="(http[^"]*)"/g)].map(
      ([, rel = '', language, href]) => [language ?? rel, href],
    ),
  );

const employerPage = ({ employer }: { employer: { id: number } }, query: string) =>
  service.anyone.get(`${service.origin}/employers/${employer.id}?${query}`);

const hours = { hoursPerWeek: { min: 35, max: 37.5 } };
const labels = { en: ['Hours per week', 'Posted'], fr: ['Heures par semaine', 'Date de publication'] };
const translated = { en: await posted('en', hours), fr: await posted('fr', hours) };

describe.each<Language>(['en', 'fr'])('a posting in %s with a translation', (own) => {
  const other = otherThan(own);
  const { acme, url } = translated[own];
  const addressIn = (language: Language) => (language === own ? url : `${url}?lang=${language}`);

  test.each([
    ['', '', own],
    ['', other, other],
    [`?lang=${other}`, own, other],
  ])(
    'is completely in one language, which its head names: query "%s", accept-language "%s"',
    async (query, accepted, language) => {
      const text = await pageText(`${url}${query}`, accepted);
      const { title, description, plain } = texts[language];
      expect(text).toContain(`<html lang="${language}">`);
      expect(text).toContain(`<h1 dir="auto" lang="${language}">${title}</h1>`);
      for (const part of [description, ...labels[language].map((label) => `<dt>${label}</dt>`)])
        expect(text).toContain(part);
      expect(text).not.toContain(texts[otherThan(language)].title);
      expect(socialCard(text)).toMatchObject({
        'og:title': expect.stringContaining(title),
        'og:description': `Vancouver, BC · ${words[language].positionTypes[1]}. ${plain}`,
        'og:url': addressIn(language),
      });
      expect(linksIn(text)).toEqual({
        canonical: addressIn(language),
        'x-default': url,
        en: addressIn('en'),
        fr: addressIn('fr'),
      });
      expect(structuredData(text)).toMatchObject({
        title,
        description,
        inLanguage: language,
        url: addressIn(language),
        workHours: { en: '35 to 37.5 hours per week', fr: '35 à 37,5 heures par semaine' }[language],
      });
    },
  );

  test('is listed by its title in the language of the page among the postings of its employer, and found by either title', async () => {
    for (const language of ['en', 'fr'] as const) {
      for (const query of ['', '&q=baker', '&q=boulangere'])
        expect(listedTitles(await employerPage(acme, `lang=${language}${query}`))).toEqual([
          texts[language].title,
        ]);
      const { text } = await employerPage(acme, `lang=${language}&q=plombier`);
      expect(text).toContain('plombier</bdi>');
    }
  });
});

test.each<[Language, Language | undefined, object]>([
  ['fr', 'fr', { title: 'Chef', description: '<p>Pizza</p>', language: 'fr' }],
  ['en', 'en', { ...of('fr'), language: 'en' }],
  ['fr', 'fr', of('fr')],
  ['fr', undefined, { title: 'CEO', description: '<p>OK</p>' }],
])(
  'the language of a posting without a translation is %s on the page, and %s in the data for search engines: %j',
  async (marked, said, fields) => {
    const acme = await service.newEmployer();
    await setProfile(service.db, acme.employer, { language: 'fr' });
    const { body } = await acme.post('/jobs', aJob({ status: 'active', ...fields }));
    const text = await pageText(body.postingUrl);
    expect(text).toContain(`<html lang="${marked}">`);
    expect(text).toMatch(new RegExp(`<h1 dir="auto" lang="${marked}">`));
    expect(structuredData(text)['inLanguage']).toBe(said);
    expect(linksIn(text)['canonical']).toBe(body.postingUrl);
  },
);
