import { isPartner, type Employer, belongsTo, type PartnersEmployer } from '../domain/employer.ts';
import { employerStore } from './employers.ts';
import { partnerEmployers } from './partner-entries.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { LostRace } from '../../platform/dynamodb/failures.ts';
import type { LastWrite } from '../../platform/dynamodb/last-write.ts';
import { Refusal } from '../../platform/errors.ts';

type Amend = (employer: PartnersEmployer) => PartnersEmployer;

/** The fields of a new employer that the partner sets. */
type NewEmployerFields = Pick<Employer, 'name' | 'test'>;

const referenceIdTaken = () =>
  new Refusal('reference_id_taken', 'Another employer of yours has this referenceId.');

const ifOwned = (employer: Employer | undefined, partnerId: number) =>
  belongsTo(employer, partnerId) ? employer : undefined;

/** The employers of partners (guide: many-employers). */
export function accountStore(db: Database) {
  const reads = partnerEmployers(db);
  const employers = employerStore(db);

  /** Changes an employer by `amend`, which may refuse. Undefined when the partner has no such employer. */
  const update = async (
    { partnerId, id, by }: { partnerId: number; id: number; by: LastWrite },
    amend: Amend,
  ): Promise<PartnersEmployer | undefined> => {
    if (!(await reads.get(partnerId, id))) return undefined;
    const updated = await employers.change(
      id,
      async (current) => {
        if (!belongsTo(current, partnerId)) throw new Refusal('employer_not_found');
        const amended = amend(current);
        const { referenceId } = amended.partner;
        if (referenceId === current.partner.referenceId) return amended;
        const holder = await reads.findByReference(partnerId, referenceId);
        if (holder !== undefined && holder !== id) throw referenceIdTaken();
        return amended;
      },
      by,
    );
    return ifOwned(updated, partnerId);
  };

  /** Creates an employer unless a concurrent request created it first. Throws Refusal `employer_limit_reached`. */
  async function create(
    partnerId: number,
    { referenceId, ...fields }: { referenceId: string } & NewEmployerFields,
    by: LastWrite,
  ): Promise<Employer> {
    const partner = await employers.get(partnerId);
    if (!partner || !isPartner(partner)) throw new Error(`Partner ${partnerId} has an API key, but no item.`);
    const { maxEmployers, plan } = partner;
    if ((await reads.count(partnerId)) >= maxEmployers) {
      throw new Refusal(
        'employer_limit_reached',
        `You have ${maxEmployers} employers, as many as you may have.`,
      );
    }
    return employers.createFor({ partner, referenceId }, { ...fields, plan }, new Date(by.at), by);
  }

  return {
    count: reads.count,
    list: async (partnerId: number, page: { after: number; limit: number }) => {
      const { data, next } = await reads.list(partnerId, page);
      return { data: data.filter((each) => belongsTo(each, partnerId)), next };
    },
    get: async (partnerId: number, id: number) => ifOwned(await reads.get(partnerId, id), partnerId),
    findByReference: async (partnerId: number, referenceId: string) => {
      const id = await reads.findByReference(partnerId, referenceId);
      return id === undefined ? undefined : ifOwned(await reads.get(partnerId, id), partnerId);
    },
    update,

    /**
     * Changes the employer with this referenceId, or creates the employer that `newFields` describes; both may refuse. Throws
     * Refusal `employer_limit_reached`.
     */
    upsert: (
      partnerId: number,
      referenceId: string,
      { newFields, amend, by }: { newFields: () => NewEmployerFields; amend: Amend; by: LastWrite },
    ): Promise<{ employer: PartnersEmployer; isNew: boolean }> =>
      db.retryUntilDefinite(async () => {
        const id = await reads.findByReference(partnerId, referenceId);
        const employer =
          id === undefined
            ? ifOwned(await create(partnerId, { referenceId, ...newFields() }, by), partnerId)
            : await update({ partnerId, id, by }, amend);
        if (!employer) throw new LostRace();
        return { employer, isNew: id === undefined };
      }),
  };
}
