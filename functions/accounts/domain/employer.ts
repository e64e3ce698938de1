/** The plans (interface 2.9). */
export const plans = ['standard', 'unlimited'] as const;

export type Plan = (typeof plans)[number];

/** The plan that includes auto-refresh. */
export const AUTO_REFRESH_PLAN: Plan = 'unlimited';

/** An account that posts jobs. */
export interface Employer {
  id: number;
  name: string;
  plan: Plan;
  /** Given for a test employer, and permanent: it is not published, and its mail is not sent. */
  test?: true;
  /** When the employer was suspended, in ISO 8601; null when it is not. */
  suspendedAt: string | null;
  /** Given when the partner suspended it, and may end the suspension. */
  suspendedBy?: 'partner';
  /** When its partner asked the operator to delete it, in ISO 8601. It is suspended since then at the latest. */
  deletionRequestedAt?: string;
  /** Its partner, if it has one. */
  partner?: PartnerMembership;
  /** The maximum number of its employers. Only a partner, which acts for others, has it. */
  maxEmployers?: number;
}

/** The membership of an employer in a partner. */
export interface PartnerMembership {
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

/** Sets the time since which an operator suspends an employer; null ends the suspension. */
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

/** The fields that identify an employer in other records (interface 2.1). */
export const employerReference = ({ id, name, test }: Pick<Employer, 'id' | 'name' | 'test'>) => ({
  id,
  name,
  ...(test && { test }),
});

/** Whether an employer is published: in the feed, the sitemap and the list of employers (interface 11.8). */
export const isPublished = ({ suspendedAt, test }: Pick<Employer, 'suspendedAt' | 'test'>): boolean =>
  suspendedAt === null && !test;

/** Whether the jobs of an employer are refreshed automatically (interface 2.9). A suspension stops that. */
export const hasAutoRefresh = ({ plan, suspendedAt }: Pick<Employer, 'plan' | 'suspendedAt'>): boolean =>
  plan === AUTO_REFRESH_PLAN && suspendedAt === null;
