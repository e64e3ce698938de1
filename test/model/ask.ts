import { aJob } from '../setup/a-job.ts';
import type { Client, Reply } from '../setup/http-client.ts';
import type { Answer, ModelJob, Operation } from './jobs-model.ts';

/** The outcome of an operation: an answer, or a 503 and whether it may have taken effect. */
export type Outcome = Answer | 'not-applied' | 'unknown';

/** The part of a job's record that the model knows. */
export const modelJob = ({ id, referenceId, title, status, confidential }: ModelJob): ModelJob => ({
  id,
  referenceId,
  title,
  status,
  confidential,
});

/** Every operation that takes one request, which excludes `everything`: `audit` does it. */
export type ClientOperation = Exclude<Operation, { kind: 'everything' }>;

const requests: {
  [Kind in ClientOperation['kind']]: (
    client: Client,
    operation: Extract<ClientOperation, { kind: Kind }>,
  ) => Promise<Reply>;
} = {
  create: ({ post }, { fields }) => post('/jobs', aJob(fields)),
  upsert: ({ put }, { fields, referenceId }) => put('/jobs', aJob({ ...fields, referenceId })),
  update: ({ put }, { id, fields }) => put(`/jobs/${id}`, fields),
  delete: (client, { id }) => client.delete(`/jobs/${id}`),
  deleteByReference: (client, { referenceId }) => client.delete('/jobs', { referenceId }),
  get: ({ get }, { id }) => get(`/jobs/${id}`),
  refresh: ({ post }, { id }) => post(`/jobs/${id}/refresh`, undefined),
};

function outcomeOf({ status, body }: Pick<Reply, 'status' | 'body'>): Outcome {
  // Without a response of the function itself, the operation may have been applied.
  if (status >= 500) return status === 503 && body?.outcome === 'not-applied' ? 'not-applied' : 'unknown';
  return {
    status,
    ...(status < 300 && body && { job: modelJob(body) }),
    ...(status === 409 && { existing: body.existingJob.id }),
  };
}

/** Sends an operation to the service. Throws for a 500, because faults of the store must not cause one. */
export async function ask(client: Client, operation: ClientOperation): Promise<Outcome> {
  const send = requests[operation.kind] as (client: Client, operation: ClientOperation) => Promise<Reply>;
  const reply = await send(client, operation);
  if (reply.status === 500) throw new Error(`500 for ${JSON.stringify(operation)}: ${reply.text}`);
  return outcomeOf(reply);
}

/** Every operation that a batch can contain. */
type BatchOperation = Exclude<ClientOperation, { kind: 'get' | 'refresh' }>;

export const canBeInBatch = (operation: ClientOperation): operation is BatchOperation =>
  operation.kind !== 'get' && operation.kind !== 'refresh';

const batchMembers: {
  [Kind in BatchOperation['kind']]: (operation: Extract<BatchOperation, { kind: Kind }>) => object;
} = {
  create: ({ fields }) => ({ operation: 'create', body: aJob(fields) }),
  upsert: ({ referenceId, fields }) => ({ operation: 'upsert', body: aJob({ ...fields, referenceId }) }),
  update: ({ id, fields }) => ({ operation: 'update', id, body: fields }),
  delete: ({ id }) => ({ operation: 'delete', id }),
  deleteByReference: ({ referenceId }) => ({ operation: 'delete', referenceId }),
};

/** Sends operations in one batch. Throws when the batch or an operation gets a 500. */
export async function askBatch(client: Client, operations: readonly BatchOperation[]): Promise<Outcome[]> {
  const members = operations.map((operation) =>
    (batchMembers[operation.kind] as (each: BatchOperation) => object)(operation),
  );
  const reply = await client.post('/jobs/batch', { operations: members });
  if (reply.status === 503) return operations.map(() => outcomeOf(reply));
  if (reply.status !== 200) throw new Error(`${reply.status} for a batch: ${reply.text}`);
  return reply.body.results.map(
    ({ status, job, problem }: { status: number; job: object; problem: object }) => {
      if (status === 500) throw new Error(`500 in a batch: ${reply.text}`);
      return outcomeOf({ status, body: job ?? problem });
    },
  );
}
