import type { FromSchema } from 'json-schema-to-ts';
import { pick, publicFields } from './job-fields.ts';
import { JobRecord } from './job.ts';
import { CursorPaging } from './list.ts';
import { listOf, objectOf } from './object.ts';
import { POSTING_SEARCH_MAX } from './posting-search.ts';

const { title, publishDate, employer } = JobRecord.properties;

const amount = { type: 'number', minimum: 0 } as const;

/** The salary of a posting (guide: career-site 1). */
const PublicSalary = {
  $id: 'PublicSalary',
  type: ['object', 'null'],
  properties: {
    amount,
    maxAmount: { ...amount, type: ['number', 'null'] },
    /** A code of ISO 4217. */
    currency: { type: 'string' },
    period: JobRecord.properties.salary.properties.period,
    plusCommission: { type: 'boolean' },
  },
  additionalProperties: false,
} as const;

/**
 * An open posting as the public sees it (guide: career-site 1). `id` is the job's public id; a confidential job has no
 * employer.
 */
export const PublicJob = objectOf('PublicJob', {
  id: { type: 'string' },
  url: { type: 'string', format: 'uri' },
  applyUrl: { type: 'string', format: 'uri' },
  employer: { ...employer, type: ['object', 'null'] },
  title,
  firstPublished: publishDate,
  ...pick(JobRecord.properties, publicFields),
  salary: PublicSalary,
});

/** The open postings of an employer, after a cursor (guide: career-site 2 to 4). */
export const ListPublicJobsQuery = objectOf(
  'ListPublicJobsQuery',
  {
    employer: employer.properties.id,
    q: { type: 'string', maxLength: POSTING_SEARCH_MAX },
    after: { type: 'string', maxLength: 64 },
  },
  ['employer'],
);

export const PublicJobList = objectOf('PublicJobList', { data: listOf(PublicJob), paging: CursorPaging });

export type PublicJob = FromSchema<typeof PublicJob>;
