import { createClient } from '../../functions/platform/dynamodb/client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import type { Plan } from '../../functions/employers/domain/employer.ts';
import { employerStore } from '../../functions/employers/store/employers.ts';
import { aJob } from './a-job.ts';
import { clientOf } from './client.ts';

interface EmployerTerms {
  name?: string;
  plan?: Plan;
}

/** The service that listens at an address: its table, and employers who use it. */
export function serviceAt(origin: string) {
  const dynamo = createClient();
  const db = database({
    client: dynamo,
    tableName: process.env['TABLE_NAME'] ?? '',
    remainingMillis: () => Infinity,
  });

  async function newEmployer({ name = 'Acme Inc.', plan = 'standard' }: EmployerTerms = {}) {
    const { employer, apiKey, key } = await employerStore(db).create({ name, plan }, new Date());
    return { ...clientOf(origin, { 'api-key': apiKey }), employer, apiKey, key };
  }

  return {
    origin,
    db,
    /** A client without an API key. */
    anyone: clientOf(origin, {}),
    /** Creates an employer and returns a client with its key. */
    newEmployer,
    /** A new employer with one job, what the service answered to its creation, and where it is. */
    employerWithJob: async (fields: Record<string, unknown> = {}, terms: EmployerTerms = {}) => {
      const acme = await newEmployer(terms);
      const { body: job, text } = await acme.post('/jobs', aJob(fields));
      return { acme, job, text, path: `/jobs/${job.id}` };
    },
    /** Closes the connections to the table. */
    disconnect: () => dynamo.destroy(),
  };
}
