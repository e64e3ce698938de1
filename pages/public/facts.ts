import type { PublicJob } from '../../schemas/public-job.ts';
import { Html, html } from '../html.ts';
import { moneyFormat, decimalFormat, longDateFormat } from './formats.ts';
import type { Language } from '../../schemas/languages.ts';
import { formatLocations, inRegion, type PostingLocation } from './places.ts';
import { bdi } from './user-text.ts';
import { words } from './words.ts';

/** A labelled field of a posting. */
interface Fact<Job = PublicJob> {
  /** Label by language, with a plural if it differs. */
  name: Record<Language, string | [one: string, several: string]>;
  /** True if the values are sentences. */
  isLong?: true;
  /** Empty if the posting lacks the field. */
  values: (job: Job, language: Language, benefitsLanguage?: Language) => (Html | string)[];
}

/** A calendar date, which has no time zone, as a `time` element. */
export const dateElement = (date: string, language: Language, format = longDateFormat) =>
  html`<time datetime="${date}">${format(language, 'UTC').format(new Date(date))}</time>`;

/** A range of formatted numbers, which is one number if both are equal. */
const rangeIn =
  (language: Language) =>
  (from: string, to: string): string =>
    from === to ? from : words[language].range(from, to);

function formatSalary(salary: NonNullable<PublicJob['salary']>, language: Language) {
  const { periods, plusCommission } = words[language];
  const range = rangeIn(language);
  const { amount = 0, maxAmount, currency = '', period, plusCommission: hasCommission } = salary;
  const format = moneyFormat([amount, maxAmount ?? 0], language, currency);
  const money = range(format.format(amount), format.format(maxAmount ?? amount));
  const paid = `${money} ${periods[period?.unit ?? ''] ?? ''}`.trim();
  return hasCommission ? `${paid}, ${plusCommission}` : paid;
}

function formatHours(hours: NonNullable<PublicJob['hoursPerWeek']>, language: Language): string {
  const { min, max } = typeof hours === 'number' ? { min: hours, max: hours } : hours;
  const format = decimalFormat(language, '');
  return rangeIn(language)(format.format(min), format.format(max));
}

const vacancies = {
  en: { existing: 'Existing vacancy', future: 'No vacancy at present: for future openings' },
  fr: {
    existing: 'Poste actuellement vacant',
    future: 'Aucun poste vacant en ce moment\u00A0: pour des postes à venir',
  },
};

const usesOfAi = {
  en: {
    true: 'Used to screen, assess or select applicants',
    false: 'Not used to screen, assess or select applicants',
  },
  fr: {
    true: 'Utilisée pour trier, évaluer ou choisir les candidatures',
    false: 'N’est pas utilisée pour trier, évaluer ou choisir les candidatures',
  },
};

/** The names of the job categories in French, by id; the English ones are the reference data. */
const frenchCategories: Record<number, string> = {
  1: 'Comptabilité',
  2: 'Administration et soutien de bureau',
  3: 'Agriculture, pêche et foresterie',
  4: 'Soins aux animaux',
  5: 'Arts, cinéma et divertissement',
  6: 'Banque, finance et assurance',
  7: 'Biotechnologie et produits pharmaceutiques',
  8: 'Garde d’enfants',
  9: 'Construction',
  10: 'Conseil et services aux entreprises',
  11: 'Création et design graphique',
  12: 'Service à la clientèle',
  13: 'Éducation et formation',
  14: 'Génie et architecture',
  15: 'Environnement et énergie',
  16: 'Direction et gestion',
  17: 'Installations et nettoyage',
  18: 'Alimentation et boissons',
  19: 'Gouvernement et administration publique',
  20: 'Soins de santé',
  21: 'Hôtellerie et tourisme',
  22: 'Ressources humaines et recrutement',
  23: 'Technologies de l’information',
  24: 'Main-d’œuvre',
  25: 'Droit',
  26: 'Fabrication et production',
  27: 'Médias et communications',
  28: 'Mines, pétrole et gaz',
  29: 'Organismes sans but lucratif',
  30: 'Achats et chaîne d’approvisionnement',
  31: 'Immobilier et gestion de propriétés',
  32: 'Commerce de détail',
  33: 'Ventes et marketing',
  34: 'Sciences et recherche',
  35: 'Sécurité et services d’urgence',
  36: 'Métiers spécialisés',
  37: 'Services sociaux et communautaires',
  38: 'Sports, conditionnement physique et loisirs',
  39: 'Transport et entreposage',
  40: 'Autre',
};

export const categoryName = ({ id, name = '' }: PublicJob['categories'][number], language: Language) =>
  language === 'fr' ? (frenchCategories[id] ?? name) : name;

const locations: Fact<{ locations: readonly PostingLocation[] }> = {
  name: { en: ['Location', 'Locations'], fr: ['Lieu', 'Lieux'] },
  values: (job, language) => formatLocations(job.locations, language).map((place) => bdi(place)),
};

const salary: Fact<Pick<PublicJob, 'salary'>> = {
  name: { en: 'Salary', fr: 'Salaire' },
  values: (job, language) => (job.salary === null ? [] : [formatSalary(job.salary, language)]),
};

const workplace = {
  name: { en: 'Workplace', fr: 'Mode de travail' },
  values: (job, language) => (job.workplace === null ? [] : [words[language].workplaces[job.workplace]]),
} satisfies Fact<Pick<PublicJob, 'workplace'>>;

const positionType = {
  name: { en: 'Position type', fr: 'Type d’emploi' },
  values: ({ positionType: { id, name = '' } }, language) => [words[language].positionTypes[id] ?? name],
} satisfies Fact<Pick<PublicJob, 'positionType'>>;

/** Fields of a posting in display order, those with sentences last; null for a field that no page shows as a fact. */
export const facts = {
  salary,
  locations,
  positionType,
  workplace,
  hoursPerWeek: {
    name: { en: 'Hours per week', fr: 'Heures par semaine' },
    values: ({ hoursPerWeek }, language) =>
      hoursPerWeek === null ? [] : [formatHours(hoursPerWeek, language)],
  },
  closeDate: {
    name: { en: 'Closes', fr: 'Date limite' },
    values: ({ closeDate }, language) => [dateElement(closeDate, language)],
  },
  categories: {
    name: { en: ['Category', 'Categories'], fr: ['Catégorie', 'Catégories'] },
    values: ({ categories }, language) => categories.map((category) => categoryName(category, language)),
  },
  openings: {
    name: { en: 'Openings', fr: 'Postes à pourvoir' },
    values: ({ openings }) => (openings === null ? [] : [String(openings)]),
  },
  startDate: {
    name: { en: 'Start date', fr: 'Date d’entrée en fonction' },
    values: ({ startDate }, language) => (startDate === null ? [] : [dateElement(startDate, language)]),
  },
  firstPublished: {
    name: { en: 'Posted', fr: 'Date de publication' },
    values: ({ firstPublished }, language) => [dateElement(firstPublished, language)],
  },
  benefits: {
    name: { en: 'Benefits', fr: 'Avantages' },
    isLong: true,
    values: ({ benefits }, _, language) =>
      benefits === null
        ? []
        : [
            html`<ul>
              ${benefits.map((benefit) => html`<li>${bdi(benefit, language)}</li> `)}
            </ul>`,
          ],
  },
  vacancy: {
    name: { en: 'Vacancy', fr: 'Poste vacant' },
    isLong: true,
    values: ({ vacancy }, language) => (vacancy === null ? [] : [vacancies[language][vacancy]]),
  },
  usesAi: {
    name: { en: 'Artificial intelligence', fr: 'Intelligence artificielle' },
    isLong: true,
    values: ({ usesAi }, language) => (usesAi === null ? [] : [usesOfAi[language][`${usesAi}`]]),
  },
  id: null,
  url: null,
  applyUrl: null,
  employer: null,
  title: null,
  publishDate: null,
  confidential: null,
  description: null,
  language: null,
  translations: null,
  applicantRoutingType: null,
  questions: null,
} satisfies Record<keyof PublicJob, Fact | null>;

function factName({ name }: Pick<Fact, 'name'>, language: Language, count: number): string {
  const [one = '', several = one] = [name[language]].flat();
  return count === 1 ? one : several;
}

function factEntry<Job>(
  fact: Fact<Job>,
  job: Job,
  language: Language,
  benefitsLanguage?: Language,
): Html | false {
  const values = fact.values(job, language, benefitsLanguage);
  return (
    values.length > 0 &&
    html`<div ${fact.isLong && new Html('class="long"')}>
      <dt>${factName(fact, language, values.length)}</dt>
      ${values.map((value) => html`<dd>${value}</dd> `)}
    </div>`
  );
}

/** The facts in the line below a title, which candidates compare first. */
export type LineFacts = Pick<PublicJob, 'salary' | 'workplace' | 'positionType'> & {
  locations: readonly PostingLocation[];
};

/** Pay, places, type and workplace, which the name of a region says, too. */
export function lineFacts(job: LineFacts, language: Language): (Html | string)[] {
  const isRegion = job.locations.some(({ id }) => inRegion[id ?? 0]);
  return [
    ...salary.values(job, language).map((pay) => html`<strong>${pay}</strong>`),
    ...locations.values(job, language),
    ...positionType.values(job, language),
    ...(isRegion ? [] : workplace.values(job, language)),
  ];
}

/** Facts in one line, which breaks only between them. */
export const factLine = (values: readonly (Html | string)[]): Html =>
  html`<p class="line">${values.map((value) => html`<span>${value}</span> `)}</p> `;

/** The facts next to the description. */
export const mainFacts: readonly Fact[] = [facts.hoursPerWeek, facts.closeDate];

export const otherFacts = Object.values<Fact | null>(facts).filter(
  (fact): fact is Fact =>
    fact !== null && ![salary, locations, positionType, workplace, ...mainFacts].includes(fact),
);

/** Facts as a description list. `benefitsLanguage` is set if it differs from the language of the page. */
export const factList = (
  listed: readonly Fact[],
  job: PublicJob,
  language: Language,
  benefitsLanguage?: Language,
): Html => html`<dl>${listed.map((fact) => factEntry(fact, job, language, benefitsLanguage))}</dl>`;

/** Entries for locations and salary in a description list. */
export const locationAndSalaryFacts = (
  job: Pick<PublicJob, 'locations' | 'salary'>,
  language: Language,
): Html => html`${factEntry(locations, job, language)}${factEntry(salary, job, language)}`;
