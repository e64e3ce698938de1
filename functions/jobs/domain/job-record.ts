import { JobRecord, type JobHeader } from '../../../schemas/job.ts';
import {
  applicantRoutingTypes,
  categories,
  positionTypes,
  salaryPeriods,
} from '../../../schemas/reference-data.ts';
import { amountJson } from '../../platform/values/amount.ts';
import type { Employer } from '../../employers/domain/employer.ts';
import type { Job, JobHeaderFields, Salary } from './job.ts';
import { locationRecord } from '../../reference/domain/location.ts';

const byId = <Entry extends { id: number }>(entries: readonly Entry[]) => {
  const index = new Map(entries.map((entry) => [entry.id, entry]));
  return (id: number): Entry => index.get(id) ?? ({ id } as Entry);
};

const categoryOf = byId(categories);
const positionTypeOf = byId(positionTypes);
const salaryPeriodOf = byId(salaryPeriods);
const applicantRoutingTypeOf = byId(applicantRoutingTypes);

const salaryRecord = ({ amount, maxAmount, period, plusCommission }: Salary): JobRecord['salary'] => ({
  amount: amountJson(amount),
  maxAmount: maxAmount === null ? null : amountJson(maxAmount),
  period: salaryPeriodOf(period),
  plusCommission,
});

/** A job in a list (interface 2.10). */
export const jobHeader = (job: JobHeaderFields, { id, name }: Employer): JobHeader => ({
  id: job.id,
  referenceId: job.referenceId,
  employer: { id, name },
  title: job.title,
  publishDate: job.publishDate,
  locations: job.locations.map(locationRecord),
  confidential: job.confidential,
  status: job.status,
});

/** A job in a response (interface 2.1), with exact amounts, and null for fields without a value. */
export function jobRecord(job: Job, { id, name }: Employer): JobRecord {
  const shown = {
    ...job,
    employer: { id, name },
    locations: job.locations.map(locationRecord),
    categories: job.categories.map(categoryOf),
    positionType: positionTypeOf(job.positionType),
    salary: job.salary && salaryRecord(job.salary),
    applicantRoutingType: applicantRoutingTypeOf(job.applicantRoutingType),
  } satisfies JobRecord;
  const record: Record<string, unknown> = {};
  for (const field of JobRecord.required) record[field] = shown[field];
  return record as JobRecord;
}
