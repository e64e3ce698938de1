import type { FromSchema } from 'json-schema-to-ts';
import { JobRecord, JobReference, JobStatus } from './job.ts';
import { CursorPaging } from './list.ts';
import { listOf, objectOf } from './object.ts';

const text = {
  type: 'string',
  maxLength: JobReference.properties.referenceId.maxLength,
  format: 'line-or-empty',
} as const;

/** Interface 3.10: the query of the list of referenceIds. */
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

/** Interface 3.10: one page of references. */
export const ReferenceList = objectOf('ReferenceList', { data: listOf(Reference), paging: CursorPaging });

export type ListReferencesQuery = FromSchema<typeof ListReferencesQuery>;
export type Reference = FromSchema<typeof Reference>;
