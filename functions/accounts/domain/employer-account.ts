import type { EmployerAccount, EmployerAccountUpdate } from '../../../schemas/partner.ts';
import type { PartnerMembership, Employer } from './employer.ts';
import { Refusal } from '../../platform/errors.ts';
import { refuseViolations, type ValidParts, type Warning } from '../../validation/submission.ts';

/** An employer that belongs to a partner. */
export type PartnersEmployer = Employer & { partner: PartnerMembership };

/** Whether an employer belongs to a partner. */
export const belongsTo = (employer: Employer | undefined, partnerId: number): employer is PartnersEmployer =>
  employer?.partner?.id === partnerId;

/** An employer as its partner sees it (interface 16.2). */
export const employerAccount = (employer: PartnersEmployer): EmployerAccount => ({
  id: employer.id,
  referenceId: employer.partner.referenceId,
  name: employer.name,
  plan: employer.plan,
  test: Boolean(employer.test),
  suspendedAt: employer.suspendedAt,
  deletionRequestedAt: employer.deletionRequestedAt ?? null,
  createdAt: employer.partner.createdAt,
});

/** The warning about a `test` that differs from the employer's, which never changes. */
export function testWarnings(employer: Employer, sent: ValidParts<EmployerAccountUpdate>): Warning[] {
  const { test = false } = employer;
  if (sent.test === undefined || sent.test === test) return [];
  const message = `test stays ${test}: it is given at creation alone.`;
  return [{ code: 'fixed_at_creation', pointer: '/test', message }];
}

const nameMissing = { pointer: '/name', code: 'required', message: 'name is required.' } as const;

/** Creates an employer from the fields sent. Throws Refusal `validation_failed` without a name. */
export function createAccount({
  name,
  test,
}: ValidParts<EmployerAccountUpdate>): Pick<Employer, 'name' | 'test'> {
  if (name === undefined) refuseViolations([nameMissing]);
  return { name: name ?? '', ...(test && { test }) };
}

function withSuspension(employer: PartnersEmployer, suspended: boolean, now: Date): PartnersEmployer {
  if ((employer.suspendedAt !== null) === suspended) return employer;
  if (suspended) return { ...employer, suspendedAt: now.toISOString(), suspendedBy: 'partner' };
  const { suspendedBy, ...resumed } = employer;
  if (suspendedBy === undefined) throw new Refusal('suspended_by_operator');
  delete resumed.deletionRequestedAt;
  return { ...resumed, suspendedAt: null };
}

/** Requests the deletion of an employer, and suspends it. A repeated request keeps the first time. */
export const requestDeletion = (employer: PartnersEmployer, now: Date): PartnersEmployer => ({
  deletionRequestedAt: now.toISOString(),
  ...withSuspension(employer, true, now),
});

/** Applies the fields that a partner sent. Throws Refusal `suspended_by_operator`. */
export function applyAccountUpdate(
  employer: PartnersEmployer,
  { name, referenceId, suspended }: ValidParts<EmployerAccountUpdate>,
  now: Date,
): PartnersEmployer {
  const amended = {
    ...employer,
    name: name ?? employer.name,
    partner: { ...employer.partner, referenceId: referenceId ?? employer.partner.referenceId },
  };
  return suspended === undefined ? amended : withSuspension(amended, suspended, now);
}
