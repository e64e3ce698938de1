import type { Employer, Partner } from '../domain/employer.ts';
import type { Database, Item, Write } from '../../platform/dynamodb/database.ts';
import { between, LAST_NUMBER } from '../../platform/dynamodb/sort-keys.ts';
import { accountKeys } from '../keys.ts';
import { employerAttributes, employerFrom } from './employer-item.ts';

/** A partner's copy of one of its employers. */
export const partnerEmployerItem = (partnerId: number, employer: Employer): Item => ({
  ...accountKeys.partnerEmployer(partnerId, employer.id),
  employer: employerAttributes(employer),
});

/** The write that updates the partner's copy, on condition that the copy exists. */
const updateCopy = (partnerId: number, employer: Employer): Write => ({
  Put: { Item: partnerEmployerItem(partnerId, employer), ConditionExpression: 'attribute_exists(PK)' },
});

/** The item by which an employer is found under its referenceId. */
export const employerReferenceItem = (partnerId: number, referenceId: string, employerId: number): Item => ({
  ...accountKeys.employerReference(partnerId, referenceId),
  employerId,
});

const addToCount = (partnerId: number, by: number, max?: number): Write => ({
  Update: {
    Key: accountKeys.employerCount(partnerId),
    UpdateExpression: 'ADD #n :by',
    ...(max !== undefined && { ConditionExpression: 'attribute_not_exists(#n) OR #n < :max' }),
    ExpressionAttributeNames: { '#n': 'n' },
    ExpressionAttributeValues: { ':by': by, ...(max !== undefined && { ':max': max }) },
  },
});

/** The writes that add an employer to a partner, if the partner has room and the referenceId is free. */
export const addToPartner = ({ id, maxEmployers }: Partner, employer: Employer, referenceId: string) => ({
  room: addToCount(id, 1, maxEmployers),
  reference: referenceWrite(id, referenceId, employer.id),
  entry: { Put: { Item: partnerEmployerItem(id, employer) } },
});

const referenceWrite = (partnerId: number, referenceId: string, employerId: number): Write => ({
  Put: {
    Item: employerReferenceItem(partnerId, referenceId, employerId),
    ConditionExpression: 'attribute_not_exists(PK)',
  },
});

/** The write that decrements the employer count of an employer's partner; none without a partner. */
export const removeFromPartner = ({ partner }: Employer): { partner?: Write } =>
  partner ? { partner: addToCount(partner.id, -1) } : {};

/** The writes that move an employer from its former partner, if any, to its new partner, if any. */
function movePartner(before: Employer, after: Employer, to: Partner | undefined): Record<string, Write> {
  const { id, partner } = before;
  return {
    ...(partner && {
      ...removeFromPartner(before),
      formerReference: { Delete: { Key: accountKeys.employerReference(partner.id, partner.referenceId) } },
      formerEntry: { Delete: { Key: accountKeys.partnerEmployer(partner.id, id) } },
    }),
    ...(to && after.partner && addToPartner(to, after, after.partner.referenceId)),
  };
}

const isMoved = ({ partner: before }: Employer, { partner: after }: Employer): boolean =>
  before?.id !== after?.id;

/**
 * The writes that move an employer to partner `to`, or change its referenceId, and update its partner's copy, on
 * condition that the partner has room and that the referenceId is free.
 */
export function partnerWrites(from: Employer, into: Employer, to?: Partner): Record<string, Write> {
  if (isMoved(from, into)) return movePartner(from, into, to);
  const [{ partner: before }, { id, partner: after }] = [from, into];
  if (!before || !after) return {};
  const copy = { copy: updateCopy(after.id, into) };
  if (before.referenceId === after.referenceId) return copy;
  return {
    ...copy,
    formerReference: { Delete: { Key: accountKeys.employerReference(before.id, before.referenceId) } },
    reference: referenceWrite(after.id, after.referenceId, id),
  };
}

/** Reads the employers of partners. */
export function partnerEmployers(db: Database) {
  return {
    /** Reads an employer strongly; undefined if it does not belong to this partner. */
    get: async (partnerId: number, employerId: number): Promise<Employer | undefined> => {
      const item = await db.get({
        Key: accountKeys.partnerEmployer(partnerId, employerId),
        ConsistentRead: true,
      });
      return item && employerFrom(item['employer']);
    },

    /** Finds the partner's employer with this referenceId. */
    findByReference: async (partnerId: number, referenceId: string): Promise<number | undefined> =>
      (await db.get({ Key: accountKeys.employerReference(partnerId, referenceId), ConsistentRead: true }))?.[
        'employerId'
      ],

    /** Counts the employers of a partner. */
    count: async (partnerId: number): Promise<number> =>
      (await db.get({ Key: accountKeys.employerCount(partnerId), ConsistentRead: true }))?.['n'] ?? 0,

    /** Lists at most `limit` employers with ids above `after`, by id. `next` is set when there are more. */
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
