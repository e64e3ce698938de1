import { bodyFields } from './body-fields.ts';
import { parseIdempotencyKey } from '../idempotency/domain/idempotency-key.ts';
import { jsonBody } from './json-body.ts';

/**
 * The functions that read a body and its Idempotency-Key. Only bundles of operations with a body contain them
 * (`bin/build/compile-validators.ts`).
 */
export const bodyReading = { jsonBody, bodyFields, idempotencyOf: parseIdempotencyKey };

export type BodyReading = typeof bodyReading;
