import type { Employer } from '../domain/employer.ts';
import { emptyProfile, type Profile } from '../domain/profile.ts';
import type { Item, Database, Write } from '../../platform/dynamodb/database.ts';
import { accountKeys } from '../keys.ts';
import { conditionalUpdate } from '../../platform/dynamodb/writes.ts';

/** The attributes of an employer in its own item and in copies. Null values are not stored. */
export const employerAttributes = ({ suspendedAt, ...employer }: Employer): Item => ({
  ...employer,
  ...(suspendedAt !== null && { suspendedAt }),
});

/** The optional attributes of an employer. */
const special = ['test', 'suspendedBy', 'deletionRequestedAt', 'partner', 'maxEmployers'] as const;

/** The attributes in the partner's copy of an employer. */
export const copiedAttributes = ['name', 'plan', 'suspendedAt', ...special] as const;

/** Reads an employer from the attributes of an item. */
export const employerFrom = ({ id, name, plan, suspendedAt, ...item }: Item): Employer => ({
  id,
  name,
  plan,
  suspendedAt: suspendedAt ?? null,
  ...Object.fromEntries(special.filter((each) => each in item).map((each) => [each, item[each]])),
});

/** The profile in an employer's own item. Copies do not contain the profile. */
export const profileFrom = ({ profile }: Item): Profile => ({ ...emptyProfile, ...profile });

/** The time before which links to pages for recruiters have ended, in milliseconds since 1970. */
export const linksFrom = ({ linksFrom: from = '1970' }: Item): number => Date.parse(from);

/** Reduces a profile to the fields that differ from a new profile; undefined when no field differs. */
export function profileAttribute(profile: Profile): Partial<Profile> | undefined {
  const customFields = Object.entries(profile).filter(
    ([name, value]) => value !== emptyProfile[name as keyof Profile],
  );
  return customFields.length === 0 ? undefined : Object.fromEntries(customFields);
}

/** Reads the profile of an employer. A deleted employer has an empty profile. */
export const profileReader =
  (db: Database) =>
  async (employerId: number): Promise<Profile> =>
    profileFrom((await db.get({ Key: accountKeys.employer(employerId) })) ?? {});

/** Whether an employer or its partner is suspended, or no longer exists, by strong reads. */
export const suspensionReader = (db: Database) =>
  async function isSuspended(accountId: number): Promise<boolean> {
    const item = await db.get({ Key: accountKeys.employer(accountId), ConsistentRead: true });
    if (!item) return true;
    const { suspendedAt, partner } = employerFrom(item);
    return suspendedAt !== null || (partner !== undefined && isSuspended(partner.id));
  };

/**
 * Sets attributes of an account, or removes those without a value, on condition that other attributes have the values
 * found. Increments its version without a condition, so that concurrent changes of other attributes do not conflict.
 */
export function accountWrite(id: number, set: Item, found: Item): Write {
  const { Update } = conditionalUpdate(accountKeys.employer(id), set, found);
  return {
    Update: {
      ...Update,
      UpdateExpression: `${Update.UpdateExpression} ADD #version :one`,
      ExpressionAttributeNames: { ...Update.ExpressionAttributeNames, '#version': 'version' },
      ExpressionAttributeValues: { ...Update.ExpressionAttributeValues, ':one': 1 },
    },
  };
}
