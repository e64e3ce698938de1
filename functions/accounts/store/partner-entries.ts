import type { Employer, Partner } from '../domain/employer.ts';
import type { Database, Item, Write } from '../../platform/dynamodb/database.ts';
import { between } from '../../platform/dynamodb/key-range.ts';
import { accountKeys } from '../keys.ts';
import { LAST_NUMBER } from '../../platform/dynamodb/table.ts';
import { employerAttributes, employerFrom } from './employer-item.ts';

/** The entry by which a partner finds an employer of its own. */
export const partnerEmployerItem = (partnerId: number, employer: Employer): Item => ({
  ...accountKeys.partnerEmployer(partnerId, employer.id),
  employer: employerAttributes(employer),
});

/** The write that brings this entry up to date, on condition that it is there. */
const copying = (partnerId: number, employer: Employer): Write => ({
  Put: { Item: partnerEmployerItem(partnerId, employer), ConditionExpression: 'attribute_exists(PK)' },
});

/** The employer with a referenceId of a partner's. */
export const employerReferenceItem = (partnerId: number, referenceId: string, employerId: number): Item => ({
  ...accountKeys.employerReference(partnerId, referenceId),
  employerId,
});

const counted = (partnerId: number, by: number, max?: number): Write => ({
  Update: {
    Key: accountKeys.employerCount(partnerId),
    UpdateExpression: 'ADD #n :by',
    ...(max !== undefined && { ConditionExpression: 'attribute_not_exists(#n) OR #n < :max' }),
    ExpressionAttributeNames: { '#n': 'n' },
    ExpressionAttributeValues: { ':by': by, ...(max !== undefined && { ':max': max }) },
  },
});

/** The writes that give a partner another employer, on condition that it may have one more and that the referenceId is free. */
export const joining = ({ id, maxEmployers }: Partner, employer: Employer, referenceId: string) => ({
  room: counted(id, 1, maxEmployers),
  reference: takingReference(id, referenceId, employer.id),
  entry: { Put: { Item: partnerEmployerItem(id, employer) } },
});

const takingReference = (partnerId: number, referenceId: string, employerId: number): Write => ({
  Put: {
    Item: employerReferenceItem(partnerId, referenceId, employerId),
    ConditionExpression: 'attribute_not_exists(PK)',
  },
});

/** The write that counts an employer no longer as one of its partner, if it has one. */
export const leaving = ({ partner }: Employer): { partner?: Write } =>
  partner ? { partner: counted(partner.id, -1) } : {};

/** The writes that take an employer from its partner, if it has one, and give it to another one, if there is one. */
function moving(before: Employer, after: Employer, to: Partner | undefined): Record<string, Write> {
  const { id, partner } = before;
  return {
    ...(partner && {
      ...leaving(before),
      formerReference: { Delete: { Key: accountKeys.employerReference(partner.id, partner.referenceId) } },
      formerEntry: { Delete: { Key: accountKeys.partnerEmployer(partner.id, id) } },
    }),
    ...(to && after.partner && joining(to, after, after.partner.referenceId)),
  };
}

const isMoved = ({ partner: before }: Employer, { partner: after }: Employer): boolean =>
  before?.id !== after?.id;

/**
 * The writes that give an employer another partner, `to`, or another referenceId, on condition that the partner may have
 * one more and that the referenceId is free; and that bring its copy with its partner up to date.
 */
export function placing(from: Employer, into: Employer, to?: Partner): Record<string, Write> {
  if (isMoved(from, into)) return moving(from, into, to);
  const [{ partner: before }, { id, partner: after }] = [from, into];
  if (!before || !after) return {};
  const copy = { copy: copying(after.id, into) };
  if (before.referenceId === after.referenceId) return copy;
  return {
    ...copy,
    formerReference: { Delete: { Key: accountKeys.employerReference(before.id, before.referenceId) } },
    reference: takingReference(after.id, after.referenceId, id),
  };
}

/** Reads which employers partners have. */
export function partnerEmployers(db: Database) {
  return {
    /** An employer, in one strong read, if it is this partner's. */
    get: async (partnerId: number, employerId: number): Promise<Employer | undefined> => {
      const item = await db.get({
        Key: accountKeys.partnerEmployer(partnerId, employerId),
        ConsistentRead: true,
      });
      return item && employerFrom(item['employer']);
    },

    /** The id of the employer with this referenceId. */
    findByReference: async (partnerId: number, referenceId: string): Promise<number | undefined> =>
      (await db.get({ Key: accountKeys.employerReference(partnerId, referenceId), ConsistentRead: true }))?.[
        'employerId'
      ],

    /** How many there are. */
    count: async (partnerId: number): Promise<number> =>
      (await db.get({ Key: accountKeys.employerCount(partnerId), ConsistentRead: true }))?.['n'] ?? 0,

    /** Those with an id above `after`, by their ids, at most `limit`; `next` is where to go on if there are more. */
    list: async (
      partnerId: number,
      { after, limit }: { after: number; limit: number },
    ): Promise<{ data: Employer[]; next: number | undefined }> => {
      const keyOf = (id: number) => accountKeys.partnerEmployer(partnerId, id);
      const { items } = await db.queryPage({
        ...between(keyOf(after + 1), keyOf(LAST_NUMBER)),
        Limit: limit + 1,
      });
      const data = items.slice(0, limit).map(({ employer }) => employerFrom(employer));
      return { data, next: items.length > limit ? data.at(-1)?.id : undefined };
    },
  };
}
