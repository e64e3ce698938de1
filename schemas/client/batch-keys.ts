import type { Batch } from './openapi-types.ts';

/** A batch in which every `create` has an idempotencyKey, so that it can be repeated: the other operations can be anyway. */
export const withKeys = (batch: Batch): Batch =>
  Array.isArray(batch?.operations)
    ? {
        ...batch,
        operations: batch.operations.map((each) =>
          each?.operation === 'create' ? { idempotencyKey: crypto.randomUUID(), ...each } : each,
        ),
      }
    : batch;
