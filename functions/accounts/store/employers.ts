import type { KeyText } from '../domain/api-key.ts';
import { isPartner, suspendedByOperator, type Employer, type Partner } from '../domain/employer.ts';
import type { Profile } from '../domain/profile.ts';
import {
  accountWrite,
  copiedAttributes,
  employerAttributes,
  employerFrom,
  profileFrom,
} from './employer-item.ts';
import { issueKey, type IssuedKey } from './api-keys.ts';
import type { Database, Item, Write } from '../../platform/dynamodb/database.ts';
import { toLostRace } from '../../platform/dynamodb/failures.ts';
import { accountKeys } from '../keys.ts';
import { tableKeys } from '../../platform/keys.ts';
import { isUnchanged, transact } from '../../platform/dynamodb/writes.ts';
import type { LastWrite } from '../../platform/dynamodb/last-write.ts';
import { addToPartner, partnerWrites } from './partner-entries.ts';
import type { Permission } from '../../../schemas/permission.ts';

const toItem = (employer: Employer, others: Item): Item => ({
  ...accountKeys.employer(employer.id),
  ...employerAttributes(employer),
  ...others,
});

const copied = (employer: Employer): Item =>
  Object.fromEntries(copiedAttributes.map((name) => [name, employer[name]]));

const newOwn = (employer: Employer, by?: LastWrite): Write => ({
  Put: { Item: toItem(employer, { version: 1, by }), ConditionExpression: 'attribute_not_exists(PK)' },
});

/** The partner of an employer, and the partner's referenceId for the employer. */
interface NewMembership {
  partner: Partner;
  referenceId: string;
}

/** Stores employers and their copies with their partners. */
export function employerStore(db: Database) {
  /** An employer, or a partner. */
  const get = async (id: number): Promise<Employer | undefined> => {
    const item = await db.get({ Key: accountKeys.employer(id), ConsistentRead: true });
    return item && employerFrom(item);
  };

  /**
   * Changes an employer, and its partner's copy. `changed` may refuse. Throws LostRace while another employer has the
   * new referenceId. Concurrent changes of its profile or its keys do not conflict. With an author, the change is an
   * event.
   */
  const change = (
    id: number,
    changed: (employer: Employer) => Promise<Employer> | Employer,
    by?: LastWrite,
    move?: { to: Partner | undefined; at: string },
  ): Promise<Employer | undefined> =>
    db.retryUntilDefinite(async () => {
      const former = await get(id);
      if (!former) return undefined;
      const employer = await changed(former);
      if (!move && isUnchanged(copied(former), copied(employer))) return former;
      await transact(db, {
        employer: accountWrite(
          id,
          { ...copied(employer), by, ...(move && { linksFrom: move.at }) },
          copied(former),
        ),
        ...partnerWrites(former, employer, move?.to),
      }).catch(toLostRace('employer', 'reference', 'room'));
      return employer;
    });

  const nextId = async (): Promise<number> => {
    const { n } = await db.update({
      Key: tableKeys.counter('EMPLOYER'),
      UpdateExpression: 'ADD #n :one',
      ExpressionAttributeNames: { '#n': 'n' },
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'ALL_NEW',
    });
    return n;
  };

  /** Lists the items of all accounts, by id. */
  const accountItems = async (): Promise<Item[]> => {
    const counter = await db.get({ Key: tableKeys.counter('EMPLOYER'), ConsistentRead: true });
    const everyId = Array.from({ length: counter?.['n'] ?? 0 }, (_, index) => index + 1);
    const items = await db.batchGet(everyId.map(accountKeys.employer), { ConsistentRead: true });
    return items.toSorted((a, b) => a['id'] - b['id']);
  };

  /** Lists all employers and partners, by id. */
  const accounts = async (): Promise<Employer[]> => (await accountItems()).map(employerFrom);

  return {
    get,
    accounts,

    /** Lists all employers, by id. */
    list: async (): Promise<Employer[]> => (await accounts()).filter((account) => !isPartner(account)),

    /** Lists all employers with their profiles, by id. */
    listProfiled: async (): Promise<{ employer: Employer; profile: Profile }[]> =>
      (await accountItems())
        .map((item) => ({ employer: employerFrom(item), profile: profileFrom(item) }))
        .filter(({ employer }) => !isPartner(employer)),

    /** Creates an account with its first API key (random unless given) and the writes of `log` in one transaction. */
    create: async (
      fields: Pick<Employer, 'name' | 'plan' | 'test' | 'maxEmployers'>,
      now: Date,
      first: { label: string | null; text?: KeyText; permissions?: readonly Permission[] } = { label: null },
      log: (employer: Employer) => Write[] = () => [],
    ): Promise<{ employer: Employer } & IssuedKey> => {
      const id = await nextId();
      const employer: Employer = { id, ...fields, suspendedAt: null };
      const { text, ...terms } = first;
      const { apiKey, key, writes } = issueKey(employer, { ...terms, expiresAt: null, now }, text);
      await transact(db, { employer: newOwn(employer), key: writes, log: log(employer) });
      return { employer, apiKey, key };
    },

    /**
     * Creates an employer of a partner, without a key. Throws LostRace while another employer of the partner has the
     * referenceId, or the partner has its maximum.
     */
    createFor: async (
      { partner, referenceId }: NewMembership,
      fields: Pick<Employer, 'name' | 'plan' | 'test'>,
      now: Date,
      by?: LastWrite,
    ): Promise<Employer> => {
      const employer: Employer = {
        id: await nextId(),
        ...fields,
        suspendedAt: null,
        partner: { id: partner.id, referenceId, createdAt: now.toISOString() },
      };
      await transact(db, {
        employer: newOwn(employer, by),
        ...addToPartner(partner, employer, referenceId),
      }).catch(toLostRace('reference', 'room'));
      return employer;
    },

    /** Changes an employer as `change` does. */
    change,

    /** Changes an employer or a partner as `change` does; undefined when there is no such account. */
    update: (
      id: number,
      changes: Partial<Pick<Employer, 'name' | 'plan' | 'maxEmployers'>>,
      by?: LastWrite,
    ) => change(id, (employer) => ({ ...employer, ...changes }), by),

    /**
     * Moves an employer to a partner, or to none, as `change` does: its keys and its log stay, a request to delete it
     * ends, and so do the links to pages for recruiters. Throws LostRace while another employer of the partner has the referenceId, or the partner has its maximum.
     */
    move: (id: number, joined: NewMembership | undefined, { now, by }: { now: Date; by: LastWrite }) =>
      change(
        id,
        ({ partner: former, suspendedBy, ...employer }) => {
          delete employer.deletionRequestedAt;
          if (!joined) return employer;
          const { partner, referenceId } = joined;
          const createdAt = former?.createdAt ?? now.toISOString();
          return {
            ...employer,
            ...(suspendedBy && { suspendedBy }),
            partner: { id: partner.id, referenceId, createdAt },
          };
        },
        by,
        { to: joined?.partner, at: now.toISOString() },
      ),

    /** Suspends an employer as `change` does. An employer that is already suspended keeps its date. */
    suspend: (id: number, now: Date, by?: LastWrite) =>
      change(id, (employer) => suspendedByOperator(employer, employer.suspendedAt ?? now.toISOString()), by),

    /** Ends the suspension of an employer, as `change` does. */
    resume: (id: number, by?: LastWrite) => change(id, (employer) => suspendedByOperator(employer, null), by),
  };
}
