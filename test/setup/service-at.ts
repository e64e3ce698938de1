import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import type { Plan } from '../../functions/accounts/domain/employer.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import { aJob } from './a-job.ts';
import { isByPartner } from './by-partner.ts';
import { clientOf } from './client.ts';
import { partnersIn } from './partners.ts';

interface EmployerTerms {
  name?: string;
  plan?: Plan;
  test?: true;
}

type NewEmployer = EmployerTerms & Required<Omit<EmployerTerms, 'test'>>;

/** The service that listens at an address: its table, and employers who use it. Their clients throw when it fails, unless `mayFail`. */
export function serviceAt(origin: string, { mayFail = false } = {}) {
  const mustServe = !mayFail;
  const dynamo = createDocumentClient();
  const db = database({
    client: dynamo,
    tableName: process.env['TABLE_NAME'] ?? '',
    remainingMillis: () => Infinity,
  });

  let partner: ReturnType<typeof partnersIn> | undefined;
  let joined = 0;

  /** An employer of a partner, whose key and Employer-Id its client sends. */
  async function newEmployerOfPartner(terms: NewEmployer) {
    const { newEmployer: join, apiKey, key, partner: acting } = await (partner ??= partnersIn(db));
    const employer = await join(`C-${(joined += 1)}`, terms);
    const by = { id: acting.id, name: acting.name };
    return { employer, apiKey, key, by, headers: { 'api-key': apiKey, 'employer-id': String(employer.id) } };
  }

  async function newEmployerWithKey(terms: NewEmployer) {
    const created = await employerStore(db).create(terms, new Date());
    return { ...created, by: null, headers: { 'api-key': created.apiKey } };
  }

  async function newEmployer({ name = 'Acme Inc.', plan = 'standard', ...others }: EmployerTerms = {}) {
    const make = isByPartner() ? newEmployerOfPartner : newEmployerWithKey;
    const { employer, apiKey, key, by, headers } = await make({ name, plan, ...others });
    return {
      ...clientOf(origin, headers, { mustServe }),
      employer,
      apiKey,
      key,
      /** What its client sends to say who it is. */
      credentials: headers,
      /** The partner that acts for it, as events name it. */
      partner: by,
    };
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
