import type { FromSchema } from 'json-schema-to-ts';
import { JobRecord, JobReference, JobStatus } from './job.ts';
import { CursorPaging } from './list.ts';

const text = {
  type: 'string',
  maxLength: JobReference.properties.referenceId.maxLength,
  format: 'line-or-empty',
} as const;

/** Interface 3.10. */
export const ListReferencesQuery = {
  $id: 'ListReferencesQuery',
  type: 'object',
  properties: {
    prefix: text,
    status: JobStatus,
    after: text,
    limit: { type: 'integer', minimum: 1, maximum: 1_000, default: 1_000 },
  },
  required: ['limit'],
  additionalProperties: false,
} as const;

const Reference = {
  $id: 'Reference',
  type: 'object',
  properties: {
    referenceId: JobReference.properties.referenceId,
    id: JobRecord.properties.id,
    status: JobStatus,
  },
  required: ['referenceId', 'id', 'status'],
  additionalProperties: false,
} as const;

/** Interface 3.10: one page of references. */
export const ReferenceList = {
  $id: 'ReferenceList',
  type: 'object',
  properties: {
    data: { type: 'array', items: Reference },
    paging: CursorPaging,
  },
  required: ['data', 'paging'],
  additionalProperties: false,
} as const;

export type ListReferencesQuery = FromSchema<typeof ListReferencesQuery>;
export type Reference = FromSchema<typeof Reference>;
