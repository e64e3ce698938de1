import type { FromSchema } from 'json-schema-to-ts';
import { JobReference } from './job.ts';
import { BATCH_MAX_OPERATIONS, IDEMPOTENCY_KEY_MAX, INT32_MAX } from './limits.ts';
import { objectOf } from './object.ts';

/** The members of a batch operation, apart from its name and its body. */
export const operationMembers = {
  id: { type: 'integer', minimum: 1, maximum: INT32_MAX },
  referenceId: JobReference.properties.referenceId,
  idempotencyKey: {
    type: 'string',
    minLength: 1,
    maxLength: IDEMPOTENCY_KEY_MAX,
    pattern: String.raw`^[!-+\--~]*$`,
  },
  ifMatch: { type: 'string' },
} as const;

/** The list of operations in a batch. */
export const listOfOperations = <const Items extends object>(items: Items) =>
  ({ type: 'array', minItems: 1, maxItems: BATCH_MAX_OPERATIONS, items }) as const;

/**
 * The rules for a batch's envelope. The `body` of each operation is validated later, against the schema of that
 * operation's single request, so that one invalid body does not refuse the others.
 */
export const BatchEnvelope = objectOf('BatchEnvelope', {
  operations: listOfOperations({
    type: 'object',
    properties: {
      operation: { type: 'string', enum: ['create', 'upsert', 'update', 'delete'] },
      ...operationMembers,
      // The key has the rules of the Idempotency-Key of a single request.
      idempotencyKey: { type: 'string' },
      body: { type: 'object' },
    },
    required: ['operation'],
    additionalProperties: false,
  }),
});

export type BatchEnvelope = FromSchema<typeof BatchEnvelope>;

export type BatchOperationName = BatchEnvelope['operations'][number]['operation'];
