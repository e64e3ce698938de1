import type { EmployerAccount, EmployerAccountUpdate } from '../../../schemas/partner.ts';
import type { Belonging, Employer } from '../../employers/domain/employer.ts';
import { Refusal } from '../../platform/values/refusal.ts';
import { refuseViolations, type Understood } from '../../platform/values/submission.ts';

/** An employer that belongs to a partner. */
export type PartnersEmployer = Employer & { partner: Belonging };

/** Whether an employer belongs to a partner. */
export const isOf = (employer: Employer | undefined, partnerId: number): employer is PartnersEmployer =>
  employer?.partner?.id === partnerId;

/** An employer as its partner sees it (interface 16.2). */
export const employerAccount = ({
  id,
  name,
  plan,
  suspendedAt,
  partner,
}: PartnersEmployer): EmployerAccount => ({
  id,
  referenceId: partner.referenceId,
  name,
  plan,
  suspendedAt,
  createdAt: partner.createdAt,
});

const nameMissing = { pointer: '/name', code: 'required', message: 'name is required.' } as const;

/** The name of a new employer. Throws Refusal `validation_failed` without one. */
export function nameOfNew(name: string | undefined): string {
  if (name === undefined) refuseViolations([nameMissing]);
  return name ?? '';
}

function withSuspension(employer: PartnersEmployer, suspended: boolean, now: Date): PartnersEmployer {
  if ((employer.suspendedAt !== null) === suspended) return employer;
  if (suspended) return { ...employer, suspendedAt: now.toISOString(), suspendedBy: 'partner' };
  const { suspendedBy, ...resumed } = employer;
  if (suspendedBy === undefined) throw new Refusal('suspended_by_operator');
  return { ...resumed, suspendedAt: null };
}

/** An employer with what its partner sent. Throws Refusal `suspended_by_operator` when it may not end the suspension. */
export function amendedAccount(
  employer: PartnersEmployer,
  { name, referenceId, suspended }: Understood<EmployerAccountUpdate>,
  now: Date,
): PartnersEmployer {
  const amended = {
    ...employer,
    name: name ?? employer.name,
    partner: { ...employer.partner, referenceId: referenceId ?? employer.partner.referenceId },
  };
  return suspended === undefined ? amended : withSuspension(amended, suspended, now);
}
