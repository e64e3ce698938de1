import type { FromSchema } from 'json-schema-to-ts';
import { JobRecord } from './job.ts';

const {
  title,
  publishDate,
  closeDate,
  confidential,
  locations,
  categories,
  positionType,
  description,
  applicantRoutingType,
  employer,
} = JobRecord.properties;

const amount = { type: 'number', minimum: 0 } as const;

/** Interface 11.2: the salary of a posting. */
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

const properties = {
  id: { type: 'string' },
  url: { type: 'string', format: 'uri' },
  applyUrl: { type: 'string', format: 'uri' },
  employer: { ...employer, type: ['object', 'null'] },
  title,
  firstPublished: publishDate,
  publishDate,
  closeDate,
  confidential,
  locations,
  categories,
  positionType,
  salary: PublicSalary,
  description,
  applicantRoutingType,
} as const;

/** Interface 11.2: an open posting as everyone may see it. `id` is the job's public id; a confidential job has no employer. */
export const PublicJob = {
  $id: 'PublicJob',
  type: 'object',
  properties,
  required: Object.keys(properties) as (keyof typeof properties)[],
  additionalProperties: false,
} as const;

export type PublicJob = FromSchema<typeof PublicJob>;
