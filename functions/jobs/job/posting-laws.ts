import { languages } from '../../../schemas/languages.ts';
import { salaryPeriods } from '../../../schemas/reference-data.ts';
import type { WarningCode } from '../../../schemas/violations.ts';
import { amountOf } from '../../validation/amount.ts';
import { foldAccents } from '../../platform/text.ts';
import type { Warning } from '../../validation/submission.ts';
import { COUNTRY, regionById } from '../../reference/domain/location.ts';
import type { JobDraft } from './job.ts';
import { detectLanguage, originalLanguage } from './job-language.ts';

/** A requirement of provincial laws on an advertised job. */
interface LegalRequirement {
  code: WarningCode;
  pointer: string;
  /** The provinces with the requirement, each with the name of its law. */
  laws: Readonly<Record<string, string>>;
  /** The sentence before the names of the laws. */
  message: string | ((job: JobDraft) => string);
  breaks: (job: JobDraft) => boolean;
}

const esa = 'the Employment Standards Act of Ontario';
const ontario = { ON: esa };

/** The number of salary periods in a year, by the unit of the period. */
const periodsOfYear: Readonly<Record<string, number>> = { year: 1, month: 12, week: 52, day: 260 };

const WEEKS_OF_YEAR = 52;
const HOURS_OF_WEEK = 40;

/** Hours have up to two decimals, so numbers are compared in hundredths. */
const HUNDREDTHS = 100;
const WIDEST_RANGE = amountOf(50_000) * HUNDREDTHS;
const HIGHEST_PAY = amountOf(200_000) * HUNDREDTHS;

/** The number of a job's salary periods in a year, in hundredths. */
function periodsPerYear({ salary, hoursPerWeek }: JobDraft): number {
  const unit = salaryPeriods.find(({ id }) => id === salary?.period)?.unit ?? '';
  const most = typeof hoursPerWeek === 'object' ? hoursPerWeek?.max : hoursPerWeek;
  const periods = periodsOfYear[unit];
  return periods === undefined
    ? WEEKS_OF_YEAR * Math.round((most ?? HOURS_OF_WEEK) * HUNDREDTHS)
    : periods * HUNDREDTHS;
}

function hasWideRange(job: JobDraft): boolean {
  const { amount, maxAmount } = job.salary ?? {};
  if (amount === undefined || typeof maxAmount !== 'number') return false;
  const periods = periodsPerYear(job);
  return (maxAmount - amount) * periods > WIDEST_RANGE && maxAmount * periods <= HIGHEST_PAY;
}

/** Tags, and spaces written as entities, may separate the words. */
const gap = String.raw`(?:\s|-|<[^>]*>|&nbsp;)+`;
const canadianExperience = new RegExp(`canadian${gap}experience|experiences?${gap}canadienne`);

const asksForCanadian = (text: string | undefined) =>
  text !== undefined && /canadi/i.test(text) && canadianExperience.test(foldAccents(text));

const experience = { code: 'experience_canadian', laws: ontario } as const;

/** The texts of a posting that are not in French and have no French translation. */
function textsNotInFrench(job: JobDraft): string[] {
  const jobLanguage = originalLanguage(job);
  const translation = job.translations?.fr;
  const isFrench = (text: string) => (detectLanguage(text) ?? jobLanguage) === 'fr';
  const translated = new Set(translation?.questions?.map((each) => each?.id));
  const { benefits, questions } = job;
  return [
    ...(translation || jobLanguage === 'fr' ? [] : ['title and description']),
    ...(benefits && !translation?.benefits && !isFrench(benefits.join('. ')) ? ['benefits'] : []),
    ...(questions ?? [])
      .filter(({ id, text }) => !translated.has(id) && !isFrench(text))
      .map(({ id }) => `the question ${id}`),
  ];
}

const rules: readonly LegalRequirement[] = [
  {
    code: 'pay_missing',
    pointer: '/salary',
    laws: { ...ontario, BC: 'the Pay Transparency Act of British Columbia' },
    message: 'salary is missing. A posting states the pay or its range',
    breaks: ({ salary }) => salary === null,
  },
  {
    code: 'pay_range_wide',
    pointer: '/salary/maxAmount',
    laws: ontario,
    message: 'The range of the salary is wider than 50,000 a year',
    breaks: hasWideRange,
  },
  {
    code: 'vacancy_missing',
    pointer: '/vacancy',
    laws: ontario,
    message: 'vacancy is missing. A posting states whether there is a vacancy',
    breaks: ({ vacancy }) => vacancy === null,
  },
  {
    code: 'ai_use_missing',
    pointer: '/usesAi',
    laws: ontario,
    message: 'usesAi is missing. A posting states the use of artificial intelligence',
    breaks: ({ usesAi }) => usesAi === null,
  },
  {
    ...experience,
    pointer: '/title',
    message: 'title asks for Canadian experience',
    breaks: ({ title }) => asksForCanadian(title),
  },
  {
    ...experience,
    pointer: '/description',
    message: 'description asks for Canadian experience',
    breaks: ({ description }) => asksForCanadian(description),
  },
  ...languages.flatMap((language) =>
    (['title', 'description'] as const).map((field): LegalRequirement => ({
      ...experience,
      pointer: `/translations/${language}/${field}`,
      message: `translations.${language}.${field} asks for Canadian experience`,
      breaks: ({ translations }) => asksForCanadian(translations?.[language]?.[field]),
    })),
  ),
  {
    code: 'french_missing',
    pointer: '/translations',
    laws: { QC: 'the Charter of the French language of Quebec' },
    message: (job) =>
      `Not in French: ${textsNotInFrench(job).join(', ')}. Send them in translations.fr, or language "fr" if title and description are in French`,
    breaks: (job) => textsNotInFrench(job).length > 0,
  },
  {
    code: 'employer_hidden',
    pointer: '/confidential',
    laws: { QC: 'Law 25 of Quebec' },
    message: 'The posting is confidential. Candidates are told for whom their data is collected',
    // On its own website, the employer names itself.
    breaks: ({ confidential, applicantRoutingType }) => confidential === true && applicantRoutingType !== 2,
  },
];

/**
 * Creates a test for the provinces of a job's places: all, when it names the country. A region is refused unless the
 * work is remote.
 */
function createProvinceTest({ locations = [], workplace }: JobDraft): (province: string) => boolean {
  const lawNames = new Set(
    locations.filter(({ id }) => workplace === 'remote' || !regionById(id)).map(({ province }) => province),
  );
  return (province) => lawNames.has(province) || lawNames.has(COUNTRY);
}

/**
 * The warnings about an active job that does not meet the law of one of its places (guide: job-content 11); none for a
 * job of another status.
 */
export function lawWarnings(job: JobDraft): Warning[] {
  if (job.status !== 'active') return [];
  const isIn = createProvinceTest(job);
  return rules.flatMap(({ code, pointer, laws, message, breaks }) => {
    const asking = Object.keys(laws).filter(isIn);
    if (asking.length === 0 || !breaks(job)) return [];
    const names = asking.map((province) => laws[province]).join(' and ');
    const sentence = typeof message === 'string' ? message : message(job);
    return [{ code, pointer, message: `${sentence} (${names}).` }];
  });
}
