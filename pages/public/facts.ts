import type { PublicJob } from '../../schemas/public-job.ts';
import { Html, html } from '../html.ts';
import { frenchCategories } from './category-names.ts';
import { amountOfMoney, decimal, longDate } from './formats.ts';
import type { Language } from '../../schemas/languages.ts';
import { placesInWords } from './places.ts';
import { bdi } from './typed-text.ts';
import { words } from './words.ts';

/** What a page says of a field of a posting, under its name. */
interface Fact<Job = PublicJob> {
  /** One name in each language, or a second one for several values. */
  name: Record<Language, string | [one: string, several: string]>;
  /** Whether the values are sentences, or lines of the employer's own. */
  isLong?: true;
  /** None where there is nothing to say. */
  values: (job: Job, language: Language) => (Html | string)[];
}

/** A calendar date in words. It has no time zone. */
const dateIn = (date: string, language: Language): string => longDate(language, 'UTC').format(new Date(date));

/** A calendar date in words, with the date that programs read. */
export const dayOf = (date: string, language: Language) =>
  html`<time datetime="${date}">${dateIn(date, language)}</time>`;

/** A salary in words. */
export function salaryOf(salary: NonNullable<PublicJob['salary']>, language: Language) {
  const { range, periods, plusCommission } = words[language];
  const { amount = 0, maxAmount, currency = '', period, plusCommission: hasCommission } = salary;
  const format = amountOfMoney(language, currency);
  const money =
    typeof maxAmount === 'number'
      ? range(format.format(amount), format.format(maxAmount))
      : format.format(amount);
  const paid = `${money} ${periods[period?.unit ?? ''] ?? ''}`.trim();
  return hasCommission ? `${paid}, ${plusCommission}` : paid;
}

/** Hours of work in a week. */
function hoursOf(hours: NonNullable<PublicJob['hoursPerWeek']>, language: Language): string {
  const format = decimal(language, '');
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

/** The name of a category. */
export const categoryName = ({ id, name = '' }: PublicJob['categories'][number], language: Language) =>
  language === 'fr' ? (frenchCategories[id] ?? name) : name;

const locations: Fact<Pick<PublicJob, 'locations'>> = {
  name: { en: ['Location', 'Locations'], fr: ['Lieu', 'Lieux'] },
  values: (job, language) => placesInWords(job.locations, language).map((place) => bdi(place)),
};

const salary: Fact<Pick<PublicJob, 'salary'>> = {
  name: { en: 'Salary', fr: 'Salaire' },
  values: (job, language) => (job.salary === null ? [] : [salaryOf(job.salary, language)]),
};

/** The facts of a posting, in order; null for what stands elsewhere on the page, or not at all. */
export const facts = {
  locations,
  workplace: {
    name: { en: 'Workplace', fr: 'Mode de travail' },
    values: ({ workplace }, language) => (workplace === null ? [] : [words[language].workplaces[workplace]]),
  },
  salary,
  hoursPerWeek: {
    name: { en: 'Hours per week', fr: 'Heures par semaine' },
    values: ({ hoursPerWeek }, language) => (hoursPerWeek === null ? [] : [hoursOf(hoursPerWeek, language)]),
  },
  benefits: {
    name: { en: ['Benefit', 'Benefits'], fr: ['Avantage', 'Avantages'] },
    isLong: true,
    values: ({ benefits }) => benefits?.map((benefit) => bdi(benefit)) ?? [],
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
    values: ({ startDate }, language) => (startDate === null ? [] : [dayOf(startDate, language)]),
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
    values: ({ firstPublished }, language) => [dayOf(firstPublished, language)],
  },
  closeDate: {
    name: { en: 'Closes', fr: 'Date limite' },
    values: ({ closeDate }, language) => [dayOf(closeDate, language)],
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

/** What a fact with so many values is called. */
function nameOf({ name }: Pick<Fact, 'name'>, language: Language, count: number): string {
  const [one = '', several = one] = [name[language]].flat();
  return count === 1 ? one : several;
}

const entry = (name: string, values: (Html | string)[], isLong = false) =>
  html`<div ${isLong && new Html('class="long"')}>
    <dt>${name}</dt>
    ${values.map((value) => html`<dd>${value}</dd> `)}
  </div>`;

function factOf<Job>(fact: Fact<Job>, job: Job, language: Language): Html | false {
  const values = fact.values(job, language);
  return values.length > 0 && entry(nameOf(fact, language, values.length), values, fact.isLong);
}

/** The facts of a posting as a list of names and values. */
export const factList = (job: PublicJob, language: Language): Html =>
  html`<dl>${Object.values(facts).map((fact) => fact !== null && factOf(fact, job, language))}</dl>`;

/** Where a job is and what it pays, as the entries of such a list. */
export const placesAndSalary = (job: Pick<PublicJob, 'locations' | 'salary'>, language: Language): Html =>
  html`${factOf(locations, job, language)}${factOf(salary, job, language)}`;
