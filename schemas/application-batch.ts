import type { FromSchema } from 'json-schema-to-ts';
import { ApplicationRecord, applicationId } from './application-record.ts';
import { ApplicationUpdate } from './application.ts';
import { listOfOperations, operationMembers } from './batch-envelope.ts';
import { resultsOf } from './batch.ts';
import { objectOf } from './object.ts';
import { Problem } from './problem.ts';

const id = { ...applicationId, minLength: 1, maxLength: 64 } as const;
const { ifMatch } = operationMembers;

/** The rules for a batch's envelope, as for a batch of jobs. */
export const ApplicationBatchEnvelope = objectOf('ApplicationBatchEnvelope', {
  operations: listOfOperations({
    type: 'object',
    properties: {
      operation: { type: 'string', enum: ['update', 'delete'] },
      id,
      ifMatch,
      body: { type: 'object' },
    },
    required: ['operation', 'id'],
    additionalProperties: false,
  }),
});

const BatchOperation = {
  $id: 'ApplicationBatchOperation',
  oneOf: [
    objectOf(
      'BatchApplicationUpdate',
      { operation: { type: 'string', enum: ['update'] }, id, body: ApplicationUpdate, ifMatch },
      ['operation', 'id', 'body'],
    ),
    objectOf('BatchApplicationDelete', { operation: { type: 'string', enum: ['delete'] }, id, ifMatch }, [
      'operation',
      'id',
    ]),
  ],
} as const;

/** The body of a batch (guide: receiving-applications 7). */
export const ApplicationBatch = objectOf('ApplicationBatch', {
  operations: listOfOperations(BatchOperation),
});

/** The response that the operation would have got as a single request (guide: receiving-applications 7). */
const ApplicationBatchResult = objectOf(
  'ApplicationBatchResult',
  {
    status: { type: 'integer' },
    effect: { type: 'string', enum: ['update', 'delete', 'none'] },
    etag: { type: 'string' },
    retryAfter: { type: 'integer', minimum: 0 },
    application: ApplicationRecord,
    problem: Problem,
  },
  ['status'],
);

export const ApplicationBatchResults = resultsOf('ApplicationBatchResults', ApplicationBatchResult);

export type ApplicationBatchEnvelope = FromSchema<typeof ApplicationBatchEnvelope>;
