/** The plans (interface 2.9). */
export const plans = ['standard', 'unlimited'] as const;

export type Plan = (typeof plans)[number];

/** The plan that includes auto-refresh. */
export const AUTO_REFRESH_PLAN: Plan = 'unlimited';

/** The maximum length of an employer's name, in characters (interface 2.1). */
export const EMPLOYER_NAME_MAX = 128;

/** An account that posts jobs. */
export interface Employer {
  id: number;
  name: string;
  plan: Plan;
  /** When the employer was suspended, in ISO 8601; null if it is not suspended. */
  suspendedAt: string | null;
}

/** Whether the jobs of an employer are refreshed automatically (interface 2.9), which stops while it is suspended. */
export const hasAutoRefresh = ({ plan, suspendedAt }: Pick<Employer, 'plan' | 'suspendedAt'>): boolean =>
  plan === AUTO_REFRESH_PLAN && suspendedAt === null;
