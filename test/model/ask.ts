import { aJob } from '../setup/a-job.ts';
import type { Client, Reply } from '../setup/service.ts';
import type { Answer, Fields, ModelJob, Operation } from './jobs-model.ts';

/** What became of an operation: an answer, or a 503 and whether it may have taken effect. */
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

/** Sends an operation, also as a POST that overrides its method. */
function send(client: Client, operation: Operation, overrides: boolean): Promise<Reply> {
  const put = (path: string, body: Fields) =>
    overrides ? client.post(path, body, override('PUT')) : client.put(path, body);
  const remove = (path: string, body?: Fields) =>
    overrides ? client.post(path, body ?? {}, override('delete')) : client.delete(path, body);

  switch (operation.kind) {
    case 'create':
      return client.post('/jobs', aJob(operation.fields));
    case 'upsert':
      return put('/jobs', aJob({ ...operation.fields, referenceId: operation.referenceId }));
    case 'update':
      return put(`/jobs/${operation.id}`, operation.fields);
    case 'delete':
      return remove(`/jobs/${operation.id}`);
    case 'deleteByReference':
      return remove('/jobs', { referenceId: operation.referenceId });
    case 'get':
      return client.get(`/jobs/${operation.id}`);
    case 'everything':
      throw new Error('Everything is read page by page: see audit.');
  }
}

function outcomeOf({ status, body }: Reply): Outcome {
  // Whatever did not end in an answer of the function itself may have happened.
  if (status >= 500) return status === 503 && body?.outcome === 'not-applied' ? 'not-applied' : 'unknown';
  return {
    status,
    ...(status < 300 && body && { job: modelJob(body) }),
    ...(status === 409 && { existing: body.existingJob.id }),
  };
}

/** Asks the service for an operation. Throws for a 500: nothing that a store can do makes one. */
export async function ask(
  client: Client,
  operation: Operation,
  { overrides = false } = {},
): Promise<Outcome> {
  const reply = await send(client, operation, overrides);
  if (reply.status === 500) throw new Error(`500 for ${JSON.stringify(operation)}: ${reply.text}`);
  return outcomeOf(reply);
}
