import type { FromSchema } from 'json-schema-to-ts';
import { listOf, objectOf } from './object.ts';
import { problems } from './problems.ts';
import { violations, type ViolationCode } from './violations.ts';

/** One broken rule: its location (JSON Pointer, query parameter or header), its code, and a sentence. */
export const Violation = objectOf(
  'Violation',
  {
    pointer: { type: 'string' },
    parameter: { type: 'string' },
    header: { type: 'string' },
    code: { type: 'string', enum: Object.keys(violations) as ViolationCode[] },
    message: { type: 'string' },
  },
  ['code', 'message'],
);

/** RFC 9457 problem details; `message` is the sentence that clients of the original API show to users. */
export const Problem = objectOf(
  'Problem',
  {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    message: { type: 'string' },
    code: { type: 'string', enum: Object.keys(problems) },
    requestId: { type: 'string' },
    errors: listOf(Violation),
    existingJob: objectOf('ExistingJob', { id: { type: 'integer' }, href: { type: 'string' } }),
    oldestEventId: { type: 'integer' },
    outcome: { type: 'string', enum: ['not-applied', 'unknown'] },
  },
  ['type', 'title', 'status', 'detail', 'message', 'code', 'requestId'],
);

export type Violation = FromSchema<typeof Violation>;
