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
  /** Given, for good, to an employer that is there to try the service: it is not published, and no mail leaves for it. */
  test?: true;
  /** When the employer was suspended, in ISO 8601; null if it is not suspended. */
  suspendedAt: string | null;
  /** Given while a suspension is its partner's, which the partner may end. */
  suspendedBy?: 'partner';
  /** The partner that it belongs to, if it does. */
  partner?: Belonging;
  /** How many employers it may have. Only a partner has this: an account that acts for others and posts nothing itself. */
  maxEmployers?: number;
}

/** That an employer belongs to a partner. */
export interface Belonging {
  /** The id of the partner. */
  id: number;
  /** The partner's own id for the employer, unique within the partner. */
  referenceId: string;
  /** When the employer came to the service, in ISO 8601. */
  createdAt: string;
}

/** An account that acts for its employers. */
export type Partner = Employer & { maxEmployers: number };

/** How many employers a partner may have unless an operator says otherwise. */
export const MAX_EMPLOYERS = 1_000;

/** An employer that is suspended by an operator since a time, or not suspended. */
export function suspendedByOperator(employer: Employer, suspendedAt: string | null): Employer {
  const suspended = { ...employer, suspendedAt };
  delete suspended.suspendedBy;
  return suspended;
}

/** Whether an account is a partner. */
export const isPartner = <Account extends Pick<Employer, 'maxEmployers'>>(
  account: Account,
): account is Account & Pick<Partner, 'maxEmployers'> => account.maxEmployers !== undefined;

/** What tells which employer it is, in records that name one (interface 2.1). */
export const namedEmployer = ({ id, name, test }: Pick<Employer, 'id' | 'name' | 'test'>) => ({
  id,
  name,
  ...(test && { test }),
});

/** Whether an employer is published with all others: in the feed, the sitemap and the list of employers (interface 11.8). */
export const isPublished = ({ suspendedAt, test }: Pick<Employer, 'suspendedAt' | 'test'>): boolean =>
  suspendedAt === null && !test;

/** Whether the jobs of an employer are refreshed automatically (interface 2.9), which stops while it is suspended. */
export const hasAutoRefresh = ({ plan, suspendedAt }: Pick<Employer, 'plan' | 'suspendedAt'>): boolean =>
  plan === AUTO_REFRESH_PLAN && suspendedAt === null;
