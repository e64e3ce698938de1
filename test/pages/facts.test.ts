import { expect, test } from '@jest/globals';
import { plainText } from '../../pages/html.ts';
import { regions } from '../../functions/reference/domain/location.ts';
import { factLine, factList, lineFacts, mainFacts, otherFacts } from '../../pages/public/facts.ts';
import { formatLocations } from '../../pages/public/places.ts';
import { operationGuide } from '../../schemas/operation-guide.ts';
import type { PublicJob } from '../../schemas/public-job.ts';

const example = operationGuide.getPublicJob.answer as PublicJob;

const factsOf = (fields: Partial<PublicJob>, language: 'en' | 'fr') => {
  const job = { ...example, ...fields };
  const lists = [mainFacts, otherFacts].map((facts) => factList(facts, job, language));
  return [...lists, factLine(lineFacts(job, language))]
    .map((list) => `${plainText(list)} `)
    .join('')
    .replaceAll('\u00a0', ' ');
};

const locationOf = (id: number, description: string) => ({ id, name: '', description, type: '' });
const [toronto, quebec, ontario] = [
  locationOf(1, 'Toronto, ON'),
  locationOf(90011, 'QC'),
  locationOf(90009, 'Ontario'),
];

test.each<[Partial<PublicJob>, en: string, fr: string]>([
  [{ workplace: 'remote' }, 'Full time Remote ', 'Temps plein Télétravail '],
  [
    { locations: [ontario], workplace: 'remote' },
    'Remote, anywhere in Ontario Full time ',
    'Télétravail, partout en Ontario Temps plein ',
  ],
  [
    { locations: [quebec, toronto, ontario] },
    'Toronto, ON Remote, anywhere in Quebec or in Ontario ',
    'Toronto, ON Télétravail, partout au Québec ou en Ontario ',
  ],
  [{ vacancy: 'existing' }, 'Vacancy Existing vacancy ', 'Poste vacant Poste actuellement vacant '],
  [
    { vacancy: 'future' },
    'Vacancy No vacancy at present: for future openings ',
    'Poste vacant Aucun poste vacant en ce moment : pour des postes à venir ',
  ],
  [
    { usesAi: true },
    'Artificial intelligence Used to screen, assess or select applicants ',
    'Intelligence artificielle Utilisée pour trier, évaluer ou choisir les candidatures ',
  ],
  [
    { usesAi: false },
    'Artificial intelligence Not used to screen, assess or select applicants ',
    'Intelligence artificielle N’est pas utilisée pour trier, évaluer ou choisir les candidatures ',
  ],
  [
    { startDate: '2031-02-01' },
    'Start date February 1, 2031 ',
    'Date d’entrée en fonction 1er février 2031 ',
  ],
  [{ startDate: '2031-03-31' }, 'Start date March 31, 2031 ', 'fonction 31 mars 2031 '],
  [{ openings: 12 }, 'Openings 12 ', 'Postes à pourvoir 12 '],
  [{ hoursPerWeek: 37.5 }, 'Hours per week 37.5 ', 'Heures par semaine 37,5 '],
  [
    { hoursPerWeek: { min: 35, max: 37.25 } },
    'Hours per week 35 to 37.25 ',
    'Heures par semaine 35 à 37,25 ',
  ],
  [{ hoursPerWeek: { min: 35, max: 35 } }, 'Hours per week 35 Closes ', 'Heures par semaine 35 Date limite '],
  [{ benefits: ['Vacances', '<b>'] }, 'Benefits Vacances <b> ', 'Avantages Vacances <b> '],
])('a posting shows facts in both languages: %j', (fields, en, fr) => {
  expect(factsOf(fields, 'en')).toContain(en);
  expect(factsOf(fields, 'fr')).toContain(fr);
});

test('a posting omits facts that the employer does not state', () => {
  const noFacts = {
    workplace: null,
    vacancy: null,
    usesAi: null,
    openings: null,
    startDate: null,
    hoursPerWeek: null,
    benefits: null,
  };
  expect(factsOf(noFacts, 'en')).not.toMatch(
    /Workplace|Vacancy|intelligence|Openings|Start date|Hours|Benefit/,
  );
});

test.each(regions)(
  'a page states the region of remote work in a sentence: $name',
  ({ id, name, description }) => {
    expect(formatLocations([{ id, description }], 'en')[0]).toMatch(
      new RegExp(`^Remote, anywhere in (the )?${name}$`),
    );
    expect(formatLocations([{ id, description }], 'fr')[0]).toMatch(
      /^Télétravail, partout (?:en |au |dans les |à (?:l’)?)\p{Lu}/u,
    );
  },
);
