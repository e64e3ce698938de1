import { JobCreate, type JobUpdate } from '../../../schemas/job.ts';
import { CLOSE_AFTER_DAYS } from '../../../schemas/limits.ts';
import type { Violation } from '../../../schemas/problem.ts';
import { amountOf } from '../../validation/amount.ts';
import { addDays, type CalendarDate } from '../../platform/time/calendar.ts';
import { cleanHtml, markupWarnings } from '../../markup/clean-html.ts';
import { AUTO_REFRESH_PLAN, type Employer } from '../../accounts/domain/employer.ts';
import { brokenRules, brokenTranslations, parseQuestions } from './job-rules.ts';
import { lawWarnings } from './posting-laws.ts';
import { toTranslation, type Translation } from './job-item.ts';
import {
  defaults,
  type AmendedJob,
  type Job,
  type JobContent,
  type JobDraft,
  type PartialSalary,
} from './job.ts';
import type { Gazetteer, Place } from '../../reference/domain/gazetteer.ts';
import { regionById } from '../../reference/domain/location.ts';
import { resolvePlace, resolveRegion } from '../../reference/domain/resolve-place.ts';
import { requireValid, type Submission, type ValidParts, type Warning } from '../../validation/submission.ts';

/** The facts that date rules need. Asking for today costs more than asking whether a date is before today. */
interface DateFacts {
  hasPassed: (date: CalendarDate) => boolean;
  today: () => CalendarDate;
}

type HasPassed = DateFacts['hasPassed'];

/** The posting laws that are checked: the laws of the Canadian provinces, or none. */
type PostingLaws = 'canada' | 'none';

/** The valid changes of a submission, and the rules that it breaks. */
export interface SubmittedChanges {
  submission: Submission<JobUpdate>;
  postingLaws: PostingLaws;
  draft: JobDraft;
  broken: Violation[];
  /** The violations of regions among the places, unless the work is remote. */
  regions: Violation[];
}

type Sent<Field extends keyof JobUpdate> = ValidParts<NonNullable<JobUpdate[Field]>>;

/** A draft in which every required field of a new job is missing. */
const missing = Object.fromEntries(JobCreate.required.map((field) => [field, undefined])) as JobDraft;

/** The optional fields that cannot be empty. */
const neverEmpty = Object.entries(defaults).flatMap(([field, value]) =>
  value === null ? [] : [field as keyof typeof defaults],
);

interface SubmissionServices {
  places: { gazetteer: () => Gazetteer };
  postingLaws: PostingLaws;
}

/**
 * Parses the valid parts of a submission; an invalid part is undefined. Looks up places, cleans the description, and
 * replaces reference data with ids. Adds warnings about removed markup and fields without effect to the submission
 * (guide: errors 2).
 */
export async function parseSubmission(
  submission: Submission<JobUpdate>,
  employer: Employer,
  { places, postingLaws }: SubmissionServices,
): Promise<SubmittedChanges> {
  const {
    locations,
    categories,
    positionType,
    salary,
    description,
    applicantRoutingType,
    questions,
    ...plain
  } = submission.fields;
  const ignored = neverEmpty.filter((field) => submission.fields[field] === null);
  const draft = { ...plain } as JobDraft;
  for (const field of ignored) delete draft[field];
  const resolvedLocations = locations && resolveLocations(locations, places.gazetteer());
  if (resolvedLocations) draft.locations = resolvedLocations.places;
  if (categories) draft.categories = [...new Set(categories.flatMap((category) => category?.id ?? []))];
  if (positionType) draft.positionType = positionType.id;
  if ('applicantRoutingType' in submission.fields) draft.applicantRoutingType = applicantRoutingType?.id;
  if (salary !== undefined) draft.salary = salary && salaryOf(salary);
  const cleaned = description === undefined ? undefined : await cleanHtml(description);
  // An empty description is missing, not blank after cleaning.
  if (cleaned) draft.description = description === '' ? undefined : cleaned.html;
  const parsedQuestions = questions === undefined ? undefined : parseQuestions(questions);
  if (parsedQuestions) draft.questions = parsedQuestions.questions;
  const translated = plain.translations && (await cleanTranslations(plain.translations));
  if (translated) draft.translations = translated.translations;
  const warnings = [
    ...submission.warnings,
    ...ignored.map((field) => emptyIgnored(`/${field}`, field)),
    ...(salary ? salaryWarnings(salary) : []),
    ...(cleaned ? markupWarnings('description', cleaned) : []),
    ...(translated ? translated.warnings : []),
    ...(draft.autoRefresh && employer.plan !== AUTO_REFRESH_PLAN ? [autoRefreshWithoutEffect] : []),
  ];
  const broken = [...(resolvedLocations?.broken ?? []), ...(parsedQuestions?.broken ?? [])];
  return {
    submission: { ...submission, warnings },
    postingLaws,
    draft,
    broken,
    regions: resolvedLocations?.regions ?? [],
  };
}

/**
 * Cleans the descriptions of the translations in a submission, and warns about removed markup (guide: job-content 2 and
 * 3). A language of null counts as not sent, and null alone as no translation.
 */
async function cleanTranslations(sent: Sent<'translations'>) {
  const translations: Record<string, object | undefined> = {};
  const warnings: Warning[] = [];
  for (const [language, translation] of Object.entries(sent)) {
    if (translation === null) continue;
    const description = translation?.description;
    const cleaned = description === undefined ? undefined : await cleanHtml(description);
    translations[language] =
      translation && toTranslation({ ...translation, description: cleaned?.html } as Translation);
    if (cleaned) warnings.push(...markupWarnings(`translations/${language}/description`, cleaned));
  }
  const isNone = Object.keys(translations).length === 0 && Object.keys(sent).length > 0;
  return { translations: isNone ? null : (translations as JobDraft['translations']), warnings };
}

/** The warnings about a submission and about the resulting job. */
export const warningsOn = (changes: SubmittedChanges, job: JobDraft, hasPassed: HasPassed): Warning[] => [
  ...changes.submission.warnings,
  ...warningsOf(job, changes, hasPassed),
];

/**
 * The content of a new job (guide: first-job 1 to 4).
 * Throws Refusal `validation_failed` with every rule that the submission breaks.
 */
export function createContent(changes: SubmittedChanges, hasPassed: HasPassed): JobContent {
  const { submission, draft } = changes;
  const content = {
    ...missing,
    ...defaults,
    ...draft,
    salary: draft.salary ? mergedSalary(draft.salary) : null,
  };
  // Without a way to apply, one address is asked for, not both.
  const isMissing = submission.violations.some(
    ({ pointer, code }) => pointer === '/applicantRoutingType' && code === 'required',
  );
  const otherAddress = isMissing && (draft.applicationUrl ? '/applicationEmail' : '/applicationUrl');
  const broken = listBrokenRules(changes, content).filter(({ pointer }) => pointer !== otherAddress);
  requireValid(submission, broken, () => warningsOf(content, changes, hasPassed));
  return content as JobContent;
}

/**
 * The job with the changes: only the fields that were sent change, also inside the salary (guide: first-job 5 and 6).
 * Throws Refusal `validation_failed` with every rule that the changed job would break.
 */
export function amendJob(job: Job, changes: SubmittedChanges, { hasPassed, today }: DateFacts): AmendedJob {
  const { submission, draft } = changes;
  const salary = draft.salary ? mergedSalary(draft.salary, job.salary) : draft.salary;
  const content: JobDraft = { ...job, ...draft, ...(salary !== undefined && { salary }) };
  const closeDate = content.closeDate === null ? defaultCloseDate(job.publishDate) : content.closeDate;
  const amended = { ...content, closeDate };
  const regions = draft.locations ? changes.regions : regionsIn(job);
  requireValid(submission, listBrokenRules({ ...changes, regions }, amended), () =>
    warningsOf(amended, changes, hasPassed),
  );
  const next = amended as AmendedJob;
  return { ...next, firstPublished: firstPublishedOf(job, next.status, today) };
}

/**
 * The day on which a job first became active, once its status changes. An older job, for which it was not recorded, has
 * its publishDate.
 */
function firstPublishedOf(job: Job, status: Job['status'], today: DateFacts['today']): CalendarDate | null {
  if (job.firstPublished !== null || status === job.status) return job.firstPublished;
  if (job.status === 'active') return job.publishDate;
  return status === 'active' ? today() : null;
}

/** The rules that a changed job breaks. A job with an invalid workplace may be remote. */
const listBrokenRules = ({ broken, regions }: SubmittedChanges, job: JobDraft): Violation[] => [
  ...broken,
  ...(job.workplace === undefined || job.workplace === 'remote' ? [] : regions),
  ...brokenRules(job),
  ...brokenTranslations(job),
];

/** The rules that a submission breaks independently of the stored job. */
export const brokenFieldRules = (changes: SubmittedChanges): Violation[] =>
  listBrokenRules(changes, changes.draft);

/** The default closeDate (guide: first-job 7 and 8). */
export const defaultCloseDate = (publishDate: CalendarDate): CalendarDate =>
  addDays(publishDate, CLOSE_AFTER_DAYS);

function resolveLocations(
  locations: Sent<'locations'>,
  gazetteer: Gazetteer,
): { places: Place[]; broken: Violation[]; regions: Violation[] } {
  const places = new Map<string, Place>();
  const broken: Violation[] = [];
  const regions: Violation[] = [];
  for (const [index, location] of locations.entries()) {
    const description = location?.description;
    if (description === undefined) continue;
    const resolution = resolvePlace(gazetteer, description);
    const place = 'place' in resolution ? resolution.place : resolveRegion(description);
    if (place) places.set(`${place.key}#${place.province}`, place);
    else if ('violation' in resolution) broken.push({ pointer: pointerOf(index), ...resolution.violation });
    if (regionById(place?.id)) regions.push(onlyRemote(index, description));
  }
  return { places: [...places.values()], broken, regions };
}

const pointerOf = (index: number) => `/locations/${index}/description`;

const onlyRemote = (index: number, description: string): Violation => ({
  pointer: pointerOf(index),
  code: 'location_not_found',
  message: `'${description.trim()}' is not a city. Only a job with "workplace": "remote" may name a province, a territory or Canada.`,
});

/** A violation for each region in the locations of a job that is no longer remote. */
const regionsIn = ({ locations }: Pick<Job, 'locations'>): Violation[] =>
  locations.flatMap(({ id }, index) => {
    const region = regionById(id);
    return region ? [onlyRemote(index, region.description)] : [];
  });

/** A salary without any amount means no salary. */
const isEmptySalary = (sent: Sent<'salary'>) =>
  sent.amount === null && (!('maxAmount' in sent) || sent.maxAmount === null);

function salaryOf(sent: Sent<'salary'>): PartialSalary | null {
  const { amount, maxAmount, period, plusCommission } = sent;
  const has = (member: keyof typeof sent) => member in sent && sent[member] !== null;
  if (isEmptySalary(sent)) return null;
  return {
    ...('amount' in sent && { amount: exact(amount) }),
    ...('maxAmount' in sent && { maxAmount: maxAmount === null ? null : exact(maxAmount) }),
    // A new amount needs a new period: the period of the former amount is not kept.
    ...((has('period') || 'amount' in sent) && { period: period?.id }),
    ...(has('plusCommission') && { plusCommission: plusCommission ?? undefined }),
  };
}

function salaryWarnings(sent: Sent<'salary'>): Warning[] {
  if (isEmptySalary(sent)) return [];
  const { period, plusCommission } = sent;
  return [
    ...(period === null && !('amount' in sent) ? [emptyIgnored('/salary/period', 'salary.period')] : []),
    ...(plusCommission === null ? [emptyIgnored('/salary/plusCommission', 'salary.plusCommission')] : []),
  ];
}

const emptyIgnored = (pointer: string, field: string): Warning => ({
  code: 'empty_ignored',
  pointer,
  message: `${field} cannot be empty, so it counts as not sent.`,
});

const exact = (amount: number | null | undefined) =>
  typeof amount === 'number' ? amountOf(amount) : undefined;

const mergedSalary = (sent: PartialSalary, current?: PartialSalary | null): PartialSalary => ({
  amount: undefined,
  maxAmount: null,
  plusCommission: false,
  ...current,
  ...sent,
});

/** Warnings about a valid job. */
const warningsOf = (job: JobDraft, { postingLaws }: SubmittedChanges, hasPassed: HasPassed): Warning[] => [
  ...(job.status === 'active' && job.closeDate && hasPassed(job.closeDate)
    ? [closeDatePast(job.closeDate)]
    : []),
  ...(postingLaws === 'canada' ? lawWarnings(job) : []),
];

const closeDatePast = (closeDate: CalendarDate): Warning => ({
  code: 'close_date_past',
  pointer: '/closeDate',
  message: `closeDate ${closeDate} has passed, so nobody will see this active job.`,
});

const autoRefreshWithoutEffect: Warning = {
  code: 'auto_refresh_without_effect',
  pointer: '/autoRefresh',
  message: 'autoRefresh has no effect on this plan: it needs the unlimited plan.',
};
