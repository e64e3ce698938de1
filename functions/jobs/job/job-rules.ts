import { JobCreate } from '../../../schemas/job.ts';
import { languages, type Language } from '../../../schemas/languages.ts';
import type { Violation } from '../../../schemas/problem.ts';
import { isBlankHtml, blankMarkup } from '../../markup/clean-html.ts';
import type { JobDraft } from './job.ts';
import { detectLanguage } from './posting-laws.ts';

interface Rule extends Violation {
  pointer: string;
  /** The fields of the rule. It does not apply when the job lacks one of them. */
  about: readonly (keyof JobDraft)[];
  breaks: (job: JobDraft) => boolean;
}

/** How candidates apply; each way requires its own field (interface 2.5). */
const EMAIL = 1;
const URL = 2;

const languageNames: Record<Language, string> = { en: 'English', fr: 'French' };

/** The rules of a translation into a language. */
const translationRules = (language: Language): Rule[] => [
  {
    ...blankMarkup(`translations/${language}/description`),
    about: ['translations'],
    breaks: ({ translations }) => {
      const description = translations?.[language]?.description;
      return description !== undefined && isBlankHtml(description);
    },
  },
  {
    pointer: `/translations/${language}`,
    code: 'not_allowed',
    message: `translations has the other language: title and description are in ${languageNames[language]} themselves. If they are not, language must say so.`,
    about: ['translations', 'language', 'title', 'description'],
    breaks: ({ translations, language: said, title, description }) =>
      Boolean(translations?.[language]) &&
      (said === null ? detectLanguage(`${title} ${description}`) : said) === language,
  },
];

/** The rules about a whole job: a change of one field can break a rule about another. */
const rules: readonly Rule[] = [
  ...JobCreate.required.map((field): Rule => ({
    pointer: `/${field}`,
    code: 'required',
    message: `${field} is required.`,
    about: [field],
    breaks: (job) => job[field] === undefined,
  })),
  {
    ...blankMarkup('description'),
    about: ['description'],
    breaks: ({ description }) => description !== undefined && isBlankHtml(description),
  },
  {
    pointer: '/salary/amount',
    code: 'required',
    message: 'salary.amount is required in a salary. For no salary, send "salary": null.',
    about: ['salary'],
    breaks: ({ salary }) => Boolean(salary && 'amount' in salary && salary.amount === undefined),
  },
  {
    pointer: '/salary/period',
    code: 'required',
    message: 'salary.period is required when salary.amount is given.',
    about: ['salary'],
    breaks: ({ salary }) => Boolean(salary && 'amount' in salary && salary.period === undefined),
  },
  {
    pointer: '/salary/maxAmount',
    code: 'below_amount',
    message: 'salary.maxAmount must not be below salary.amount.',
    about: ['salary'],
    breaks: ({ salary }) => typeof salary?.maxAmount === 'number' && salary.maxAmount < (salary.amount ?? 0),
  },
  {
    pointer: '/hoursPerWeek/max',
    code: 'too_small',
    message: 'hoursPerWeek.max must not be below hoursPerWeek.min.',
    about: ['hoursPerWeek'],
    breaks: ({ hoursPerWeek }) =>
      typeof hoursPerWeek === 'object' && hoursPerWeek !== null && hoursPerWeek.max < hoursPerWeek.min,
  },
  {
    pointer: '/translations',
    code: 'not_allowed',
    message: 'translations must have one language, en or fr, other than that of title and description.',
    about: ['translations'],
    breaks: ({ translations }) => Boolean(translations) && Object.keys(translations ?? {}).length !== 1,
  },
  ...languages.flatMap(translationRules),
  // An invalid routing type may mean either way to apply, so the fields of both ways are required.
  {
    pointer: '/applicationEmail',
    code: 'required',
    message: 'applicationEmail is required when applicantRoutingType.id is 1.',
    about: ['applicantRoutingType', 'applicationEmail'],
    breaks: (job) => job.applicantRoutingType !== URL && !job.applicationEmail,
  },
  {
    pointer: '/applicationUrl',
    code: 'required',
    message: 'applicationUrl is required when applicantRoutingType.id is 2.',
    about: ['applicantRoutingType', 'applicationUrl'],
    breaks: (job) => job.applicantRoutingType !== EMAIL && !job.applicationUrl,
  },
];

/**
 * The rules that a job breaks (interface 2.1, 2.4 and 2.5), or the part of a job that a client sent. A field whose value
 * is undefined is missing or invalid.
 */
export const brokenRules = (job: JobDraft): Violation[] =>
  rules
    .filter(({ about, breaks }) => about.every((field) => field in job) && breaks(job))
    .map(({ pointer, code, message }) => ({ pointer, code, message }));
