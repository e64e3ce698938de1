import { JobCreate } from '../../../schemas/job.ts';
import { languages, type Language } from '../../../schemas/languages.ts';
import type { Violation } from '../../../schemas/problem.ts';
import { isBlankHtml, blankMarkup } from '../../markup/clean-html.ts';
import type { JobDraft } from './job.ts';
import { detectLanguage } from './job-language.ts';
import { hash } from 'node:crypto';
import {
  OPTIONS_MIN,
  type Question,
  type QuestionType,
  type QuestionWrite,
} from '../../../schemas/question.ts';
import type { ValidParts } from '../../validation/submission.ts';

/** A question as sent, without its invalid parts. */
type SentQuestion = Partial<ValidParts<QuestionWrite>>;

/** The types of questions that have options. */
const withOptions: ReadonlySet<QuestionType | undefined> = new Set(['choice', 'choices'] as const);

/** For each entry of a list, whether an earlier entry is equal. */
function findRepeated(values: readonly unknown[]): boolean[] {
  const before = new Set<unknown>();
  return values.map((value) => {
    const isRepeated = value !== undefined && before.has(value);
    before.add(value);
    return isRepeated;
  });
}

const ID_LENGTH = 12;

/** Derives an id from the content of a question that has none, so that a repeated list gets the same ids. */
const deriveQuestionId = ({ text, type, options }: Pick<Question, 'text' | 'type' | 'options'>): string =>
  hash('sha256', JSON.stringify([text, type, options])).slice(0, ID_LENGTH);

const questionOf = ({ id, text = '', type = 'shortText', required, options }: SentQuestion): Question => {
  const optionTexts = (options ?? []).map((option) => option ?? '');
  return {
    id: id ?? deriveQuestionId({ text, type, options: optionTexts }),
    text,
    type,
    required: required ?? false,
    options: optionTexts,
  };
};

/** A violation at a path such as `questions/0/id`, which the message names as `questions[0].id`. */
const violationOf = (path: string, code: Violation['code'], rule: string): Violation => ({
  pointer: `/${path}`,
  code,
  message: `${path.replaceAll('/', '.').replaceAll(/\.(\d+)/g, '[$1]')} must ${rule}.`,
});

const repeated = (path: string) => violationOf(path, 'repeated', 'not be there a second time');

/** The violation of a question's list of options, such as a wrong number of options. */
function optionsViolation({ type, options }: SentQuestion, path: string): Violation[] {
  if (type === undefined) return [];
  const count = options?.length ?? 0;
  if (!withOptions.has(type) && count > 0) {
    return [violationOf(path, 'not_allowed', `be left out: a question of the type ${type} has none`)];
  }
  return withOptions.has(type) && count < OPTIONS_MIN
    ? [violationOf(path, 'too_few', `have at least ${OPTIONS_MIN} entries`)]
    : [];
}

/** The violations of options that repeat an earlier one. */
const repeatedOptions = (path: string, options?: readonly unknown[] | null): Violation[] =>
  findRepeated(options ?? []).flatMap((isRepeated, option) =>
    isRepeated ? [repeated(`${path}/options/${option}`)] : [],
  );

/**
 * Parses the questions in a submission, each with an id, and lists the rules that they break (guide: applying 7); null
 * for none.
 */
export function parseQuestions(sent: readonly (SentQuestion | undefined)[] | null): {
  questions: Question[] | null;
  broken: Violation[];
} {
  const sentQuestions: SentQuestion[] = (sent ?? []).map((question) => question ?? {});
  const questions = sentQuestions.map(questionOf);
  const isIdentifiable = ({ id, text, type }: SentQuestion) =>
    Boolean(id) || (text !== undefined && type !== undefined);
  const isRepeated = findRepeated(
    questions.map(({ id }, index) => (isIdentifiable(sentQuestions[index] ?? {}) ? id : undefined)),
  );
  const broken = sentQuestions.flatMap((question, index) => [
    ...(isRepeated[index] ? [repeated(`questions/${index}/id`)] : []),
    ...optionsViolation(question, `questions/${index}/options`),
    ...repeatedOptions(`questions/${index}`, question.options),
  ]);
  return { questions: questions.length > 0 ? questions : null, broken };
}

/** The rules that translated questions break: each must translate a different question, with all options. */
function brokenQuestions(language: Language, { translations, questions }: JobDraft): Violation[] {
  const translated = translations?.[language]?.questions ?? [];
  const isRepeated = findRepeated(translated.map((each) => each?.id));
  return translated.flatMap((sent, index) => {
    if (sent?.id === undefined) return [];
    const path = `translations/${language}/questions/${index}`;
    if (isRepeated[index]) return [repeated(`${path}/id`)];
    const question = questions?.find(({ id }) => id === sent.id);
    if (!question)
      return [violationOf(`${path}/id`, 'question_unknown', 'be the id of a question of the job')];
    const { length } = sent.options ?? [];
    const count = question.options.length;
    if (length === count) return repeatedOptions(path, sent.options);
    const rule = `have ${count} entries, those of the question in their order`;
    return [violationOf(`${path}/options`, length < count ? 'too_few' : 'too_many', rule)];
  });
}

/**
 * The rules that the translations of a job's questions break (guide: job-content 9 and 10), unless the questions are
 * invalid.
 */
export const brokenTranslations = (job: JobDraft): Violation[] =>
  'questions' in job ? languages.flatMap((language) => brokenQuestions(language, job)) : [];

interface Rule extends Violation {
  pointer: string;
  /** The fields of the rule. It does not apply when the job lacks one of them. */
  about: readonly (keyof JobDraft)[];
  breaks: (job: JobDraft) => boolean;
}

/** How candidates apply; each way requires its own field. */
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
    message:
      'applicationEmail is required when applicantRoutingType.id is 1, and applicationUrl instead when it is 2.',
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
 * The rules that a job breaks (guide: job-content 1, guide: job-content 8), or the part of a job that a client sent. A
 * field whose value is undefined is missing or invalid.
 */
export const brokenRules = (job: JobDraft): Violation[] =>
  rules
    .filter(({ about, breaks }) => about.every((field) => field in job) && breaks(job))
    .map(({ pointer, code, message }) => ({ pointer, code, message }));
