import type { Employer } from '../domain/employer.ts';
import type { Item } from '../../platform/dynamodb/database.ts';

/** The attributes of an employer, in its own item and in those of its keys. Null values are not stored. */
export const employerAttributes = ({ suspendedAt, ...employer }: Employer): Item => ({
  ...employer,
  suspendedAt: suspendedAt ?? undefined,
});

/** The employer that such attributes describe. */
export const employerFrom = ({ id, name, plan, suspendedAt }: Item): Employer => ({
  id,
  name,
  plan,
  suspendedAt: suspendedAt ?? null,
});
