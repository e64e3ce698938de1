import type { FromSchema } from 'json-schema-to-ts';
import { JobHeader, JobReference, JobStatus } from './job.ts';
import { INT32_MAX, REFERENCES_MAX } from './limits.ts';
import { Location } from './reference-data.ts';

const pageQuery = {
  pageSize: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  page: { type: 'integer', minimum: 1, maximum: INT32_MAX, default: 1 },
} as const;

const q = { type: 'string', maxLength: 256, format: 'line-or-empty' } as const;

/** Interface 3.6. */
export const ListJobsQuery = {
  $id: 'ListJobsQuery',
  type: 'object',
  properties: {
    q,
    status: JobStatus,
    ...pageQuery,
    /** Sent once for each job, and with none of the others. */
    referenceId: { type: 'array', maxItems: REFERENCES_MAX, items: JobReference.properties.referenceId },
  },
  required: ['pageSize', 'page'],
  additionalProperties: false,
} as const;

/** Interface 4.2: `types` is a comma-separated list of location types. */
export const ListLocationsQuery = {
  $id: 'ListLocationsQuery',
  type: 'object',
  properties: { q, types: { type: 'string', enum: ['Town'] }, ...pageQuery },
  required: ['pageSize', 'page'],
  additionalProperties: false,
} as const;

/** Interface 6.1. `previous` and `next` are absolute URLs. */
export const Paging = {
  $id: 'Paging',
  type: 'object',
  properties: {
    total: { type: 'integer', minimum: 0 },
    page: pageQuery.page,
    pages: { type: 'integer', minimum: 0 },
    pageSize: pageQuery.pageSize,
    previous: { type: ['string', 'null'] },
    next: { type: ['string', 'null'] },
  },
  required: ['total', 'page', 'pages', 'pageSize', 'previous', 'next'],
  additionalProperties: false,
} as const;

/** For lists that are read from a cursor on, without totals. `next` is an absolute URL. */
export const CursorPaging = {
  $id: 'CursorPaging',
  type: 'object',
  properties: { next: { type: ['string', 'null'] } },
  required: ['next'],
  additionalProperties: false,
} as const;

const listOf = <Id extends string, Item extends object>($id: Id, items: Item) =>
  ({
    $id,
    type: 'object',
    properties: { data: { type: 'array', items }, paging: Paging },
    required: ['data', 'paging'],
    additionalProperties: false,
  }) as const;

export const JobList = listOf('JobList', JobHeader);
export const LocationList = listOf('LocationList', Location);

export type ListJobsQuery = FromSchema<typeof ListJobsQuery>;
export type ListLocationsQuery = FromSchema<typeof ListLocationsQuery>;
export type CursorPaging = FromSchema<typeof CursorPaging>;
export type Paging = FromSchema<typeof Paging>;
