import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import type { Plan } from '../../functions/employers/domain/employer.ts';
import { employerStore } from '../../functions/employers/store/employers.ts';
import { aJob } from './a-job.ts';
import { clientOf } from './client.ts';

interface EmployerTerms {
  name?: string;
  plan?: Plan;
}

/** The service that listens at an address: its table, and employers who use it. Their clients throw when it fails, unless `mayFail`. */
export function serviceAt(origin: string, { mayFail = false } = {}) {
  const mustServe = !mayFail;
  const dynamo = createDocumentClient();
  const db = database({
    client: dynamo,
    tableName: process.env['TABLE_NAME'] ?? '',
    remainingMillis: () => Infinity,
  });

  async function newEmployer({ name = 'Acme Inc.', plan = 'standard' }: EmployerTerms = {}) {
    const { employer, apiKey, key } = await employerStore(db).create({ name, plan }, new Date());
    return { ...clientOf(origin, { 'api-key': apiKey }, { mustServe }), employer, apiKey, key };
  }

  return {
    origin,
    db,
    /** A client without an API key. */
    anyone: clientOf(origin, {}, { mustServe }),
    /** Creates an employer and returns a client with its key. */
    newEmployer,
    /** A new employer with one job, what the service answered to its creation, and where it is. */
    employerWithJob: async (fields: Record<string, unknown> = {}, terms: EmployerTerms = {}) => {
      const acme = await newEmployer(terms);
      const { status, body: job, text } = await acme.post('/jobs', aJob(fields));
      if (status !== 201) throw new Error(`The job was not created: ${status} ${text}`);
      return { acme, job, text, path: `/jobs/${job.id}` };
    },
    /** Closes the connections to the table. */
    disconnect: () => dynamo.destroy(),
  };
}
