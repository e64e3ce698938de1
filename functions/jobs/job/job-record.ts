import { listedFields, pick } from '../../../schemas/job-fields.ts';
import { JobRecord, type JobHeader } from '../../../schemas/job.ts';
import {
  applicantRoutingTypes,
  categories,
  positionTypes,
  salaryPeriods,
} from '../../../schemas/reference-data.ts';
import { amountJson } from '../../validation/amount.ts';
import { employerReference, type Employer } from '../../accounts/domain/employer.ts';
import type { Job, JobHeaderFields, Salary } from './job.ts';
import { postingUrlOf, postingPath, publicIdOf } from '../keys.ts';
import { locationRecord } from '../../reference/domain/location.ts';
import type { OperationResult } from '../../http/incoming.ts';

const byId = <Entry extends { id: number }>(entries: readonly Entry[]) => {
  const index = new Map(entries.map((entry) => [entry.id, entry]));
  return (id: number): Entry => index.get(id) ?? ({ id } as Entry);
};

const categoryOf = byId(categories);
const positionTypeOf = byId(positionTypes);
const salaryPeriodOf = byId(salaryPeriods);
const applicantRoutingTypeOf = byId(applicantRoutingTypes);

/** A salary in a response (guide: job-content 8). */
export const salaryRecord = ({
  amount,
  maxAmount,
  period,
  plusCommission,
}: Salary): NonNullable<JobRecord['salary']> => ({
  amount: amountJson(amount),
  maxAmount: maxAmount === null ? null : amountJson(maxAmount),
  period: salaryPeriodOf(period),
  plusCommission,
});

/** The places of a job in a response (guide: job-content 4 to 6). */
export const locationRecords = ({ locations }: Pick<Job, 'locations'>) => locations.map(locationRecord);

/** The context of a job's record: its employer, and the address of the service. */
export interface RecordContext {
  employer: Pick<Employer, 'id' | 'name' | 'test'>;
  /** The absolute URL of a path of a public page. */
  siteAddress: (path: string) => string;
}

/** A time in seconds since 1970 in ISO 8601; null when it was not recorded. */
const toInstant = (seconds: number | null): string | null =>
  // A job in a dry run has no timestamps.
  typeof seconds === 'number' ? new Date(seconds * 1_000).toISOString() : seconds;

/** A job in a response (guide: job-content 1), with exact amounts, and null for fields without a value. */
export const jobRecord = (job: Job, { employer, siteAddress }: RecordContext): JobRecord =>
  pick(
    {
      ...job,
      employer: employerReference(employer),
      postingUrl: postingUrlOf(job, siteAddress),
      createdAt: toInstant(job.createdAt),
      updatedAt: toInstant(job.modifiedAt),
      locations: locationRecords(job),
      categories: job.categories.map(categoryOf),
      positionType: positionTypeOf(job.positionType),
      salary: job.salary && salaryRecord(job.salary),
      applicantRoutingType: applicantRoutingTypeOf(job.applicantRoutingType),
      questions: job.questions ?? [],
    },
    JobRecord.required,
  );

/** A job in a list. */
export const jobHeader = (job: JobHeaderFields, { employer, siteAddress }: RecordContext): JobHeader =>
  pick(
    {
      ...job,
      employer: employerReference(employer),
      postingUrl: postingUrlOf(job, siteAddress),
      locations: locationRecords(job),
    },
    listedFields,
  );

/** The Link header from a job to its posting (RFC 8288); empty for a job without a public id. */
export const postingLink = (
  publicId: string | undefined,
  { siteAddress }: Pick<RecordContext, 'siteAddress'>,
): Record<string, string> =>
  publicId === undefined
    ? {}
    : { link: `<${siteAddress(postingPath(publicId))}>; rel="alternate"; type="text/html"` };

/** The response with a job: its record, the link to its posting, and its last change. */
export const jobResponse = (job: Job, asked: RecordContext) =>
  ({
    id: job.id,
    body: jobRecord(job, asked),
    headers: postingLink(publicIdOf(job), asked),
    modifiedAt: job.modifiedAt,
  }) satisfies OperationResult;

/** The response with a job whose URL is not the requested one. ETag and Last-Modified belong to the job's URL. */
export function locatedJobResponse(
  job: Job,
  asked: RecordContext & { address: (path: string) => string },
  created: boolean,
) {
  const { headers, ...answer } = jobResponse(job, asked);
  const location = asked.address(`/jobs/${job.id}`);
  return {
    ...answer,
    headers: { ...headers, 'content-location': location, ...(created && { location }) },
    ...(created && { status: 201, created: 1 }),
  } satisfies OperationResult;
}
