import { expect } from '@jest/globals';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import type { Plan } from '../../functions/accounts/domain/employer.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import { aJob } from './a-job.ts';
import { createHttpClient } from './http-client.ts';
import { createPartner } from './partners.ts';

/** The suites in which a partner acts for the employers in every run: one suite of each folder. */
const partnerSuites = [
  'jobs/update-job',
  'jobs/batch-jobs',
  'applications/retention/erase-application',
  'events/events',
  'webhooks/webhooks',
  'accounts/profile',
];

/**
 * Whether the new employers of this suite belong to a partner, whose key and Employer-Id their clients send: those of every
 * suite with ACTING=partner (`npm run test:partners`).
 */
export const usesPartnerKey = (): boolean =>
  process.env['ACTING'] === 'partner' ||
  partnerSuites.some((name) => expect.getState().testPath?.endsWith(`/functions/${name}.test.ts`));

interface EmployerTerms {
  name?: string;
  plan?: Plan;
  test?: true;
}

type NewEmployer = EmployerTerms & Required<Omit<EmployerTerms, 'test'>>;

/** Connects to a service and its table. Clients of its employers throw for a 5xx response, unless `mayFail`. */
export function connectToService(origin: string, { mayFail = false } = {}) {
  const mustServe = !mayFail;
  const db = database({
    client: createDocumentClient(),
    tableName: process.env['TABLE_NAME'] ?? '',
    remainingMillis: () => Infinity,
  });

  let partner: ReturnType<typeof createPartner> | undefined;
  let joined = 0;

  /** A new employer of a partner; its client sends the partner's key and Employer-Id. */
  async function newEmployerOfPartner(terms: NewEmployer) {
    const { newEmployer: join, apiKey, key, partner: acting } = await (partner ??= createPartner(db));
    const employer = await join(`C-${(joined += 1)}`, terms);
    const by = { id: acting.id, name: acting.name };
    return { employer, apiKey, key, by, headers: { 'api-key': apiKey, 'employer-id': String(employer.id) } };
  }

  async function newEmployerWithKey(terms: NewEmployer) {
    const created = await employerStore(db).create(terms, new Date());
    return { ...created, by: null, headers: { 'api-key': created.apiKey } };
  }

  async function newEmployer({ name = 'Acme Inc.', plan = 'standard', ...others }: EmployerTerms = {}) {
    const make = usesPartnerKey() ? newEmployerOfPartner : newEmployerWithKey;
    const { employer, apiKey, key, by, headers } = await make({ name, plan, ...others });
    return {
      ...createHttpClient(origin, headers, { mustServe }),
      employer,
      apiKey,
      key,
      /** The headers that authenticate the employer's client. */
      credentials: headers,
      /** The partner that acts for the employer, in the form of events. */
      partner: by,
    };
  }

  return {
    origin,
    db,
    /** A client without an API key. */
    anyone: createHttpClient(origin, {}, { mustServe }),
    /** Creates an employer and returns a client with its key. */
    newEmployer,
    /** Creates an employer with one job. Returns both, with the response to the creation and the job's URL. */
    employerWithJob: async (fields: Record<string, unknown> = {}, terms: EmployerTerms = {}) => {
      const acme = await newEmployer(terms);
      const { status, body: job, text } = await acme.post('/jobs', aJob(fields));
      if (status !== 201) throw new Error(`The job was not created: ${status} ${text}`);
      return { acme, job, text, path: `/jobs/${job.id}` };
    },
  };
}

/**
 * The service that suites share: for all that leave its clock, settings and log alone, and whose table has other
 * suites' employers too.
 */
export const sharedService = () => connectToService(process.env['SHARED_SERVICE'] ?? '');
