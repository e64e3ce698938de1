import { listOfOperations, operationMembers, type BatchOperationName } from './batch-envelope.ts';
import { JobCreate, JobRecord, JobUpdate, JobUpsert } from './job.ts';
import { listOf, objectOf } from './object.ts';
import { Problem } from './problem.ts';
import { warnings, type WarningCode } from './violations.ts';

/** A problem that did not fail the request (guide: errors 2). */
const Warning = objectOf(
  'Warning',
  {
    code: { type: 'string', enum: Object.keys(warnings) as WarningCode[] },
    pointer: { type: 'string' },
    parameter: { type: 'string' },
    message: { type: 'string' },
    removed: { type: 'string' },
  },
  ['code', 'message'],
);

const { id, referenceId, idempotencyKey, ifMatch } = operationMembers;

/** An operation of a batch: its name in `operation`, and its members. */
const operationOf = <Name extends string, Members extends object, Required extends keyof Members & string>(
  name: Name,
  members: Members,
  required: readonly Required[],
) =>
  objectOf(
    `Batch${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    { operation: { type: 'string', enum: [name] }, ...members },
    ['operation', ...required],
  );

/** The operations that a batch may contain, by name (guide: nightly-sync 1 to 6). */
const batchOperations = {
  create: operationOf('create', { body: JobCreate, idempotencyKey }, ['body']),
  upsert: operationOf('upsert', { body: JobUpsert, ifMatch }, ['body']),
  update: operationOf('update', { id, body: JobUpdate, ifMatch }, ['id', 'body']),
  delete: operationOf('delete', { id, referenceId, ifMatch }, []),
} as const satisfies Record<BatchOperationName, object>;

const BatchOperation = { $id: 'BatchOperation', oneOf: Object.values(batchOperations) } as const;

/** The body of a batch (guide: nightly-sync 1 to 6). */
export const Batch = objectOf('Batch', { operations: listOfOperations(BatchOperation) });

/** The bodies that can be validated (guide: nightly-sync 7). */
export const JobOrBatch = { $id: 'JobOrBatch', oneOf: [JobCreate, Batch] } as const;
export const UpsertOrBatch = { $id: 'UpsertOrBatch', oneOf: [JobUpsert, Batch] } as const;

const effect = { type: 'string', enum: ['create', 'update', 'delete', 'none'] } as const;

const outcome = {
  status: { type: 'integer' },
  etag: { type: 'string' },
  retryAfter: { type: 'integer', minimum: 0 },
  problem: Problem,
} as const;

/** The response that the operation would have got as a single request (guide: nightly-sync 1 to 6). */
const BatchResult = objectOf(
  'BatchResult',
  {
    ...outcome,
    effect,
    id,
    replayed: { type: 'boolean' },
    warnings: listOf(Warning),
    job: JobRecord,
    postingUrl: JobRecord.properties.postingUrl,
  },
  ['status'],
);

/** The results of a batch, one for each operation. */
export const resultsOf = <Id extends string, Result extends object>($id: Id, Result: Result) =>
  objectOf($id, {
    succeeded: { type: 'integer', minimum: 0 },
    failed: { type: 'integer', minimum: 0 },
    results: listOf(Result),
  });

export const BatchResults = resultsOf('BatchResults', BatchResult);

/**
 * The record that a job would become, without the values that only a write assigns (id, publishDate, the id of a new
 * location).
 */
const ValidatedJob = {
  ...JobRecord,
  $id: 'JudgedJob',
  properties: {
    ...JobRecord.properties,
    locations: {
      ...JobRecord.properties.locations,
      items: { ...JobRecord.properties.locations.items, $id: 'JudgedLocation' },
    },
  },
  required: [],
} as const;

const validation = {
  valid: { type: 'boolean' },
  effect,
  job: ValidatedJob,
  warnings: listOf(Warning),
} as const;

/** A job that would be accepted (guide: nightly-sync 7). */
const Validation = objectOf('Judgement', validation);

/** An operation of a batch that would be accepted (guide: nightly-sync 7). */
const ValidationResult = objectOf('JudgementResult', { ...outcome, ...validation }, ['status', 'valid']);

const ValidationResults = resultsOf('JudgementResults', ValidationResult);

/** The validation result of one job, or of a batch (guide: nightly-sync 7). */
export const ValidationOrResults = {
  $id: 'JudgementOrResults',
  oneOf: [Validation, ValidationResults],
} as const;
