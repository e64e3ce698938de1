import type { EmployerAccount, EmployerAccountUpdate } from '../../../schemas/partner.ts';
import { Refusal } from '../../platform/errors.ts';
import { refuseViolations, type ValidParts, type Warning } from '../../validation/submission.ts';

/** The plans (guide: first-job 9). */
export const plans = ['standard', 'unlimited'] as const;

export type Plan = (typeof plans)[number];

/** The plan that includes auto-refresh. */
export const AUTO_REFRESH_PLAN: Plan = 'unlimited';

/** An account that posts jobs. */
export interface Employer {
  id: number;
  name: string;
  plan: Plan;
  /** Present for a test employer, and permanent. A test employer is not published, and its mail is not sent. */
  test?: true;
  /** When the employer was suspended, in ISO 8601; null when the employer is not suspended. */
  suspendedAt: string | null;
  /** Present when the partner suspended the employer, so that the partner may end the suspension. */
  suspendedBy?: 'partner';
  /** When the partner asked the operator to delete the employer, in ISO 8601. It is suspended since then or earlier. */
  deletionRequestedAt?: string;
  /** The partner of the employer, if there is one. */
  partner?: PartnerMembership;
  /** The maximum number of a partner's employers. Only partners have this field. */
  maxEmployers?: number;
}

/** The membership of an employer in a partner. */
interface PartnerMembership {
  /** The id of the partner. */
  id: number;
  /** The partner's own id for the employer, unique within the partner. */
  referenceId: string;
  /** When the employer was created, in ISO 8601. */
  createdAt: string;
}

/** An account that acts for its employers. */
export type Partner = Employer & { maxEmployers: number };

/** The default maximum number of a partner's employers. */
export const MAX_EMPLOYERS = 1_000;

/** Sets the time since which the operator suspends an employer; null ends the suspension. */
export function suspendedByOperator(employer: Employer, suspendedAt: string | null): Employer {
  const suspended = { ...employer, suspendedAt };
  delete suspended.suspendedBy;
  if (suspendedAt === null) delete suspended.deletionRequestedAt;
  return suspended;
}

/** Whether an account is a partner. */
export const isPartner = <Account extends Pick<Employer, 'maxEmployers'>>(
  account: Account,
): account is Account & Pick<Partner, 'maxEmployers'> => account.maxEmployers !== undefined;

/** The fields that identify an employer in other records (guide: job-content 1). */
export const employerReference = ({ id, name, test }: Pick<Employer, 'id' | 'name' | 'test'>) => ({
  id,
  name,
  ...(test && { test }),
});

/** The account that answers for what is done for an employer: its partner, if there is one. */
export const responsibleAccount = ({ id, partner }: Pick<Employer, 'id' | 'partner'>): number =>
  partner?.id ?? id;

/**
 * Whether an employer is published: in the feed, the sitemap and the list of employers (guide: career-site 10 to 13).
 */
export const isPublished = ({ suspendedAt, test }: Pick<Employer, 'suspendedAt' | 'test'>): boolean =>
  suspendedAt === null && !test;

/** Whether the jobs of an employer are refreshed automatically (guide: first-job 9). A suspension stops that. */
export const hasAutoRefresh = ({ plan, suspendedAt }: Pick<Employer, 'plan' | 'suspendedAt'>): boolean =>
  plan === AUTO_REFRESH_PLAN && suspendedAt === null;

/** An employer with its partner. */
export type PartnersEmployer = Employer & { partner: PartnerMembership };

/** Whether an employer belongs to a partner. */
export const belongsTo = (employer: Employer | undefined, partnerId: number): employer is PartnersEmployer =>
  employer?.partner?.id === partnerId;

/** An employer as its partner sees it (guide: many-employers 2). */
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

/** Warns about a sent `test` that differs from the employer's `test`, which never changes. */
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
  const { suspendedBy, deletionRequestedAt, ...others } = employer;
  if (suspendedBy === 'partner') return { ...others, suspendedAt: null };
  // The operator's suspension stays, but the partner may withdraw its request.
  if (deletionRequestedAt === undefined) throw new Refusal('suspended_by_operator');
  return others;
}

/** Requests the deletion of an employer, and suspends the employer. A repeated request keeps the first time. */
export const requestDeletion = (employer: PartnersEmployer, now: Date): PartnersEmployer => ({
  deletionRequestedAt: now.toISOString(),
  ...withSuspension(employer, true, now),
});

/** Applies the fields that the partner sent. Throws Refusal `suspended_by_operator`. */
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
