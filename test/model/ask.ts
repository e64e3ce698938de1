import { aJob } from '../setup/a-job.ts';
import type { Client, Reply } from '../setup/http-client.ts';
import type { Answer, Fields, ModelJob, Operation } from './jobs-model.ts';

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

const override = (method: string) => ({ 'X-HTTP-Method-Override': method });

/** The methods of a client that may be overridden. */
interface Methods {
  put: (path: string, body: Fields) => Promise<Reply>;
  delete: (path: string, body?: Fields) => Promise<Reply>;
}

const overriding = (client: Client): Methods => ({
  put: (path, body) => client.post(path, body, override('PUT')),
  delete: (path, body = {}) => client.post(path, body, override('delete')),
});

/** Every operation that takes one request, which excludes `everything`: `audit` does it. */
export type ClientOperation = Exclude<Operation, { kind: 'everything' }>;

const requests: {
  [Kind in ClientOperation['kind']]: (
    operation: Extract<ClientOperation, { kind: Kind }>,
    methods: Methods,
    client: Client,
  ) => Promise<Reply>;
} = {
  create: ({ fields }, _, client) => client.post('/jobs', aJob(fields)),
  upsert: ({ fields, referenceId }, { put }) => put('/jobs', aJob({ ...fields, referenceId })),
  update: ({ id, fields }, { put }) => put(`/jobs/${id}`, fields),
  delete: ({ id }, methods) => methods.delete(`/jobs/${id}`),
  deleteByReference: ({ referenceId }, methods) => methods.delete('/jobs', { referenceId }),
  get: ({ id }, _, client) => client.get(`/jobs/${id}`),
  refresh: ({ id }, _, client) => client.post(`/jobs/${id}/refresh`, undefined),
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
export async function ask(
  client: Client,
  operation: ClientOperation,
  { overrides = false } = {},
): Promise<Outcome> {
  const send = requests[operation.kind] as (
    operation: ClientOperation,
    methods: Methods,
    client: Client,
  ) => Promise<Reply>;
  const reply = await send(operation, overrides ? overriding(client) : client, client);
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
