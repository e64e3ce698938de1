import type { Batch } from './openapi-types.ts';

/**
 * Adds an idempotencyKey to every `create` of a batch, so that the batch can be retried: the other operations are
 * idempotent.
 */
export const withKeys = (batch: Batch): Batch =>
  Array.isArray(batch?.operations)
    ? {
        ...batch,
        operations: batch.operations.map((each) =>
          each?.operation === 'create' ? { idempotencyKey: crypto.randomUUID(), ...each } : each,
        ),
      }
    : batch;
