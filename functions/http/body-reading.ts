import { bodyFields } from './body-fields.ts';
import { idempotencyOf } from '../idempotency/domain/idempotency-key.ts';
import { jsonBody } from './json-body.ts';

/** What reads a body, and the key that makes it safe to repeat one. Only the bundles of operations that have one contain it (`bin/build/compile-validators.ts`). */
export const bodyReading = { jsonBody, bodyFields, idempotencyOf };

export type BodyReading = typeof bodyReading;
