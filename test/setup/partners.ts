import type { Employer, Partner } from '../../functions/accounts/domain/employer.ts';
import { apiKeyStore } from '../../functions/accounts/store/api-keys.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import type { Database } from '../../functions/platform/dynamodb/database.ts';
import { createHttpClient } from './http-client.ts';
import type { PathIds } from './openapi-requests.ts';

type NewEmployer = Pick<Employer, 'name' | 'plan' | 'test'>;

type KeyTerms = Parameters<ReturnType<typeof apiKeyStore>['create']>[1];

/** Creates a key of an account that may do everything and never expires, unless `terms` say otherwise. */
export const issueKey = (db: Database, account: Employer, terms: Partial<KeyTerms> = {}) =>
  apiKeyStore(db).create(account, { label: null, expiresAt: null, now: new Date(), ...terms });

/** Creates a partner, and employers for it. */
export async function createPartner(db: Database, terms: { name?: string; maxEmployers?: number } = {}) {
  const { name = 'Acme ATS', maxEmployers = 1_000 } = terms;
  const employers = employerStore(db);
  const partnerFields = { name, plan: 'standard', maxEmployers } as const;
  const { employer, apiKey, key } = await employers.create(partnerFields, new Date());
  const partner = employer as Partner;
  return {
    partner,
    apiKey,
    key,
    /** A new employer of the partner, without a key of the employer. */
    newEmployer: (referenceId: string, of: Partial<NewEmployer> = {}) =>
      employers.createFor(
        { partner, referenceId },
        { name: 'Acme Bakery', plan: partner.plan, ...of },
        new Date(),
      ),
    /** Creates a key for one of the partner's employers. */
    ownKey: async (account: Employer) => (await issueKey(db, account)).apiKey,
  };
}

/** A partner whose client may name an employer in each request. */
export async function createPartnerClient(
  { origin, db }: { origin: string; db: Database },
  terms?: Parameters<typeof createPartner>[1],
) {
  const created = await createPartner(db, terms);
  const as = (headers: Record<string, string>, apiKey = created.apiKey) =>
    createHttpClient(origin, { 'api-key': apiKey, ...headers }, { mustServe: true });
  return {
    ...created,
    /** Sends requests on behalf of the partner itself. */
    ...as({}),
    /** Sends requests on behalf of one of the partner's employers. */
    forEmployer: (id: number | string) => as({ 'employer-id': String(id) }),
  };
}

/** The key of a new partner, and one of its employers. */
export async function aPartner(db: Database): Promise<Pick<PathIds, 'partnerKey' | 'partnersEmployer'>> {
  const { apiKey, newEmployer } = await createPartner(db);
  return { partnerKey: apiKey, partnersEmployer: (await newEmployer('CUSTOMER-0042')).id };
}

/** Creates another key of an employer, which a key with `keys:write` may change, and returns its id. */
export async function addApiKey(db: Database, employerId: number): Promise<string> {
  const employer = await employerStore(db).get(employerId);
  if (!employer) return `${employerId}-00000000`;
  return (await issueKey(db, employer, { label: 'other', permissions: ['keys:write'] })).key.id;
}
