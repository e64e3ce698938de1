import type { FromSchema } from 'json-schema-to-ts';
import { JobHeader, JobReference, JobStatus, JobRecord } from './job.ts';
import { INT32_MAX, REFERENCES_MAX } from './limits.ts';
import { listOf, objectOf } from './object.ts';
import { Location, LocationType } from './reference-data.ts';

const pageQuery = {
  pageSize: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  page: { type: 'integer', minimum: 1, maximum: INT32_MAX, default: 1 },
} as const;

const q = { type: 'string', maxLength: 256, format: 'line-or-empty' } as const;

/** The query of the list of jobs (guide: paging 2 to 8). */
export const ListJobsQuery = objectOf(
  'ListJobsQuery',
  {
    q,
    status: JobStatus,
    updatedSince: { type: 'string', format: 'date-time' },
    /** A position in the list by `updatedSince`. */
    after: { type: 'string', maxLength: 64, format: 'line-or-empty' },
    ...pageQuery,
    /** The referenceIds of the jobs to list. With this parameter, all other parameters must have their defaults. */
    referenceId: { type: 'array', maxItems: REFERENCES_MAX, items: JobReference.properties.referenceId },
  },
  ['pageSize', 'page'],
);

/** The query of the search for locations (guide: job-content 7). */
export const ListLocationsQuery = objectOf(
  'ListLocationsQuery',
  { q, types: { type: 'array', items: LocationType, separator: ',' }, ...pageQuery },
  ['pageSize', 'page'],
);

/**
 * The position of a page in a list (guide: paging 1). `previous` and `next` are absolute URLs. The list of jobs by
 * `updatedSince` has only `next`.
 */
export const Paging = objectOf(
  'Paging',
  {
    total: { type: 'integer', minimum: 0 },
    page: pageQuery.page,
    pages: { type: 'integer', minimum: 0 },
    pageSize: pageQuery.pageSize,
    previous: { type: ['string', 'null'] },
    next: { type: ['string', 'null'] },
  },
  ['next'],
);

/** Paging of cursor-based lists, which have no totals. `next` is an absolute URL. */
export const CursorPaging = objectOf('CursorPaging', { next: { type: ['string', 'null'] } });

export const JobList = objectOf('JobList', { data: listOf(JobHeader), paging: Paging });
export const LocationList = objectOf('LocationList', { data: listOf(Location), paging: Paging });

const text = {
  type: 'string',
  maxLength: JobReference.properties.referenceId.maxLength,
  format: 'line-or-empty',
} as const;

/** The query of the list of referenceIds (guide: nightly-sync 8). */
export const ListReferencesQuery = objectOf(
  'ListReferencesQuery',
  {
    prefix: text,
    status: JobStatus,
    after: text,
    limit: { type: 'integer', minimum: 1, maximum: 1_000, default: 1_000 },
  },
  ['limit'],
);

const Reference = objectOf('Reference', {
  referenceId: JobReference.properties.referenceId,
  id: JobRecord.properties.id,
  status: JobStatus,
});

/** One page of references (guide: nightly-sync 8). */
export const ReferenceList = objectOf('ReferenceList', { data: listOf(Reference), paging: CursorPaging });

export type ListJobsQuery = FromSchema<typeof ListJobsQuery>;
export type ListLocationsQuery = FromSchema<typeof ListLocationsQuery>;
export type CursorPaging = FromSchema<typeof CursorPaging>;
export type Paging = FromSchema<typeof Paging>;
export type ListReferencesQuery = FromSchema<typeof ListReferencesQuery>;
export type Reference = FromSchema<typeof Reference>;
