import type { PublicJob } from '../../schemas/public-job.ts';
import { Html, html } from '../html.ts';
import { moneyFormat, decimalFormat, longDateFormat } from './formats.ts';
import type { Language } from '../../schemas/languages.ts';
import { formatLocations } from './places.ts';
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

/** A calendar date has no time zone. */
const formatDate = (date: string, language: Language): string =>
  longDateFormat(language, 'UTC').format(new Date(date));

/** A calendar date as a `time` element. */
export const dateElement = (date: string, language: Language) =>
  html`<time datetime="${date}">${formatDate(date, language)}</time>`;

export function formatSalary(salary: NonNullable<PublicJob['salary']>, language: Language) {
  const { range, periods, plusCommission } = words[language];
  const { amount = 0, maxAmount, currency = '', period, plusCommission: hasCommission } = salary;
  const format = moneyFormat([amount, maxAmount ?? 0], language, currency);
  const money =
    typeof maxAmount === 'number'
      ? range(format.format(amount), format.format(maxAmount))
      : format.format(amount);
  const paid = `${money} ${periods[period?.unit ?? ''] ?? ''}`.trim();
  return hasCommission ? `${paid}, ${plusCommission}` : paid;
}

function formatHours(hours: NonNullable<PublicJob['hoursPerWeek']>, language: Language): string {
  const format = decimalFormat(language, '');
  return typeof hours === 'number'
    ? format.format(hours)
    : words[language].range(format.format(hours.min), format.format(hours.max));
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

const locations: Fact<Pick<PublicJob, 'locations'>> = {
  name: { en: ['Location', 'Locations'], fr: ['Lieu', 'Lieux'] },
  values: (job, language) => formatLocations(job.locations, language).map((place) => bdi(place)),
};

const salary: Fact<Pick<PublicJob, 'salary'>> = {
  name: { en: 'Salary', fr: 'Salaire' },
  values: (job, language) => (job.salary === null ? [] : [formatSalary(job.salary, language)]),
};

/** Fields of a posting in display order; null for a field that this list does not show. */
export const facts = {
  locations,
  workplace: {
    name: { en: 'Workplace', fr: 'Mode de travail' },
    values: ({ workplace }, language) => (workplace === null ? [] : [words[language].workplaces[workplace]]),
  },
  salary,
  hoursPerWeek: {
    name: { en: 'Hours per week', fr: 'Heures par semaine' },
    values: ({ hoursPerWeek }, language) =>
      hoursPerWeek === null ? [] : [formatHours(hoursPerWeek, language)],
  },
  benefits: {
    name: { en: ['Benefit', 'Benefits'], fr: ['Avantage', 'Avantages'] },
    isLong: true,
    values: ({ benefits }, _, language) => benefits?.map((benefit) => bdi(benefit, language)) ?? [],
  },
  positionType: {
    name: { en: 'Position type', fr: 'Type d’emploi' },
    values: ({ positionType: { id, name = '' } }, language) => [words[language].positionTypes[id] ?? name],
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
  firstPublished: {
    name: { en: 'Posted', fr: 'Date de publication' },
    values: ({ firstPublished }, language) => [dateElement(firstPublished, language)],
  },
  closeDate: {
    name: { en: 'Closes', fr: 'Date limite' },
    values: ({ closeDate }, language) => [dateElement(closeDate, language)],
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

const factElement = (name: string, values: (Html | string)[], isLong = false) =>
  html`<div ${isLong && new Html('class="long"')}>
    <dt>${name}</dt>
    ${values.map((value) => html`<dd>${value}</dd> `)}
  </div>`;

function factEntry<Job>(
  fact: Fact<Job>,
  job: Job,
  language: Language,
  benefitsLanguage?: Language,
): Html | false {
  const values = fact.values(job, language, benefitsLanguage);
  return values.length > 0 && factElement(factName(fact, language, values.length), values, fact.isLong);
}

/** The facts that candidates compare first. */
const mainFacts: readonly Fact[] = [
  facts.locations,
  facts.workplace,
  facts.salary,
  facts.hoursPerWeek,
  facts.positionType,
  facts.closeDate,
];

/** The facts in the line that summarizes a posting. */
const lineFacts: readonly Fact[] = [facts.salary, facts.locations, facts.workplace, facts.positionType];

const otherFacts = Object.values<Fact | null>(facts).filter(
  (fact): fact is Fact => fact !== null && !mainFacts.includes(fact),
);

const factList = (
  shown: readonly Fact[],
  job: PublicJob,
  language: Language,
  benefitsLanguage?: Language,
): Html => html`<dl>${shown.map((fact) => factEntry(fact, job, language, benefitsLanguage))}</dl>`;

/** The fields next to the description, as a description list. */
export const mainFactList = (job: PublicJob, language: Language): Html => factList(mainFacts, job, language);

/** The other fields. `benefitsLanguage` is set if it differs from the language of the page. */
export const otherFactList = (job: PublicJob, language: Language, benefitsLanguage?: Language): Html =>
  factList(otherFacts, job, language, benefitsLanguage);

/** Pay, places, workplace and type in one line. */
export const factLine = (job: PublicJob, language: Language): Html => {
  const values = lineFacts.flatMap((fact) => fact.values(job, language));
  return html`${values.map((value, index) => html`${index > 0 && ' · '}<span>${value}</span>`)}`;
};

/** Entries for locations and salary in a description list. */
export const locationAndSalaryFacts = (
  job: Pick<PublicJob, 'locations' | 'salary'>,
  language: Language,
): Html => html`${factEntry(locations, job, language)}${factEntry(salary, job, language)}`;
