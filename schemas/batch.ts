import { listOfOperations, operationMembers, type BatchOperationName } from './batch-envelope.ts';
import { JobCreate, JobRecord, JobUpdate, JobUpsert } from './job.ts';
import { listOf, objectOf } from './object.ts';
import { Problem } from './problem.ts';
import { Warning } from './warning.ts';

const { id, referenceId, idempotencyKey, ifMatch } = operationMembers;

/** An operation of a batch: its name in `operation`, and its members. */
const operationOf = <Name extends string, Members extends object, Required extends string>(
  name: Name,
  members: Members,
  required: readonly Required[],
) =>
  ({
    $id: `Batch${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    type: 'object',
    properties: { operation: { type: 'string', enum: [name] }, ...members },
    required: ['operation', ...required],
    additionalProperties: false,
  }) as const;

/** Interface 3.8: what a batch may carry, by the name of the operation. */
const batchOperations = {
  create: operationOf('create', { body: JobCreate, idempotencyKey }, ['body']),
  upsert: operationOf('upsert', { body: JobUpsert, ifMatch }, ['body']),
  update: operationOf('update', { id, body: JobUpdate, ifMatch }, ['id', 'body']),
  delete: operationOf('delete', { id, referenceId, ifMatch }, []),
} as const satisfies Record<BatchOperationName, object>;

const BatchOperation = { $id: 'BatchOperation', oneOf: Object.values(batchOperations) } as const;

/** Interface 3.8: the body of a batch. */
export const Batch = objectOf('Batch', { operations: listOfOperations(BatchOperation) });

/** Interface 3.9: what can be judged. */
export const JobOrBatch = { $id: 'JobOrBatch', oneOf: [JobCreate, Batch] } as const;
export const UpsertOrBatch = { $id: 'UpsertOrBatch', oneOf: [JobUpsert, Batch] } as const;

const effect = { type: 'string', enum: ['create', 'update', 'delete', 'none'] } as const;

const outcome = {
  status: { type: 'integer' },
  etag: { type: 'string' },
  retryAfter: { type: 'integer', minimum: 0 },
  problem: Problem,
} as const;

/** Interface 3.8: what the operation on its own would have been answered. */
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

/** What became of the operations of a batch, as many as there were. */
export const resultsOf = <Id extends string, Result extends object>($id: Id, Result: Result) =>
  objectOf($id, {
    succeeded: { type: 'integer', minimum: 0 },
    failed: { type: 'integer', minimum: 0 },
    results: listOf(Result),
  });

export const BatchResults = resultsOf('BatchResults', BatchResult);

/** The record that a job would become; what only writing gives (id, publishDate, the id of a new place) is left out. */
const JudgedJob = {
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

const judgement = {
  valid: { type: 'boolean' },
  effect,
  job: JudgedJob,
  warnings: listOf(Warning),
} as const;

/** Interface 3.9: a job that would be accepted. */
const Judgement = objectOf('Judgement', judgement);

/** Interface 3.9: the same for one operation of several. */
const JudgementResult = objectOf('JudgementResult', { ...outcome, ...judgement }, ['status', 'valid']);

const JudgementResults = resultsOf('JudgementResults', JudgementResult);

/** Interface 3.9: the judgement of a job, or those of a batch. */
export const JudgementOrResults = {
  $id: 'JudgementOrResults',
  oneOf: [Judgement, JudgementResults],
} as const;
