import { JobCreate, type JobUpdate } from '../../schemas/job.ts';
import { CLOSE_AFTER_DAYS } from '../../schemas/limits.ts';
import type { Violation } from '../../schemas/problem.ts';
import { amountOf } from './amount.ts';
import { addDays, type CalendarDate } from './calendar.ts';
import { cleanDescription } from './description.ts';
import { AUTO_REFRESH_PLAN, type Employer } from './employer.ts';
import { brokenRules } from './job-rules.ts';
import type { AmendedJob, Job, JobContent, JobDraft, PartialSalary } from './job.ts';
import type { Gazetteer, Place } from './places/gazetteer.ts';
import { resolvePlace } from './places/resolve.ts';
import { settle, type Submission } from './submission.ts';

/** What a submission changes, as far as it could be understood, and what is to be said of it. */
export interface Changes {
  submission: Submission;
  draft: JobDraft;
  broken: Violation[];
}

type Sent<Field extends keyof JobUpdate> = NonNullable<JobUpdate[Field]>;

const defaults = {
  referenceId: null,
  closeDate: null,
  confidential: JobCreate.properties.confidential.default,
  autoRefresh: JobCreate.properties.autoRefresh.default,
  status: JobCreate.properties.status.default,
  salary: null,
  applicationEmail: null,
  applicationUrl: null,
} as const satisfies JobDraft;

/**
 * Reads a submission that keeps the schema: places are found, the description is cleaned, reference data becomes ids.
 * Adds to the submission's warnings what was removed and what has no effect (interface 6.4).
 */
export async function changesOf(
  submission: Submission,
  employer: Employer,
  gazetteer: () => Gazetteer,
): Promise<Changes> {
  const { locations, categories, positionType, salary, description, applicantRoutingType, status, ...plain } =
    submission.fields;
  const broken: Violation[] = [];
  const draft: JobDraft = { ...(plain as JobDraft) };
  if (status !== undefined) draft.status = status ?? defaults.status;
  if (locations) draft.locations = placesOf(locations, gazetteer(), broken);
  if (categories) draft.categories = [...new Set(categories.map(({ id }) => id))];
  if (positionType) draft.positionType = positionType.id;
  if (applicantRoutingType) draft.applicantRoutingType = applicantRoutingType.id;
  if (salary !== undefined) draft.salary = salary && salaryOf(salary, broken);
  if (description !== undefined) draft.description = await cleaned(description, submission);
  if (draft.autoRefresh && employer.plan !== AUTO_REFRESH_PLAN) {
    submission.warnings.push({
      code: 'auto_refresh_without_effect',
      pointer: '/autoRefresh',
      message: 'autoRefresh has no effect on this plan: it needs the unlimited plan.',
    });
  }
  return { submission, draft, broken };
}

/**
 * The content of a new job (interface 3.2).
 * Throws Refusal `validation_failed` with every rule that the submission breaks.
 */
export function newContent({ submission, draft, broken }: Changes): JobContent {
  const content = { ...defaults, ...draft, salary: draft.salary ? mergedSalary(draft.salary) : null };
  settle(submission, [...broken, ...brokenRules(content)]);
  return content as JobContent;
}

/**
 * The job with the changes: only what was sent is different, also inside the salary (interface 3.3).
 * Throws Refusal `validation_failed` with every rule that the changed job would break.
 */
export function amendedJob(job: Job, { submission, draft, broken }: Changes): AmendedJob {
  const salary = draft.salary ? mergedSalary(draft.salary, job.salary) : draft.salary;
  const content = { ...job, ...draft, ...(salary !== undefined && { salary }) };
  settle(submission, [...broken, ...brokenRules(content)]);
  return { ...(content as AmendedJob), closeDate: content.closeDate ?? defaultCloseDate(job.publishDate) };
}

/** The closeDate of a job whose employer names none (interface 2.7). */
export const defaultCloseDate = (publishDate: CalendarDate): CalendarDate =>
  addDays(publishDate, CLOSE_AFTER_DAYS);

function placesOf(locations: Sent<'locations'>, gazetteer: Gazetteer, broken: Violation[]): Place[] {
  const places = new Map<string, Place>();
  for (const [index, { description }] of locations.entries()) {
    const found = resolvePlace(gazetteer, description);
    if ('violation' in found) broken.push({ pointer: `/locations/${index}/description`, ...found.violation });
    else places.set(`${found.place.key}#${found.place.province}`, found.place);
  }
  return [...places.values()];
}

/** A salary without any amount is no salary. */
function salaryOf(
  { amount, maxAmount, period, plusCommission }: Sent<'salary'>,
  broken: Violation[],
): PartialSalary | null {
  if (amount === null && (maxAmount ?? null) === null) return null;
  if (typeof amount === 'number' && !period) {
    const message = 'salary.period is required when salary.amount is given.';
    broken.push({ pointer: '/salary/period', code: 'required', message });
  }
  return {
    ...(amount !== undefined && { amount: exact(amount) }),
    ...(maxAmount !== undefined && { maxAmount: exact(maxAmount) ?? null }),
    ...(period && { period: period.id }),
    ...(plusCommission !== undefined && { plusCommission }),
  } as PartialSalary;
}

const exact = (amount: number | null) => (amount === null ? undefined : amountOf(amount));

const mergedSalary = (sent: PartialSalary, current?: PartialSalary | null): PartialSalary => ({
  maxAmount: null,
  plusCommission: false,
  ...current,
  ...sent,
});

async function cleaned(description: string, submission: Submission): Promise<string> {
  const { html, removed } = await cleanDescription(description);
  if (removed.length > 0) {
    submission.warnings.push({
      code: 'markup_removed',
      pointer: '/description',
      message: `description may not hold ${removed.join(', ')}.`,
      removed: removed.join(', '),
    });
  }
  return html;
}
