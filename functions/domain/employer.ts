/** The plans of an employer (interface 2.9). */
export const plans = ['standard', 'unlimited'] as const;

export type Plan = (typeof plans)[number];

/** The plan that has auto-refresh. */
export const AUTO_REFRESH_PLAN: Plan = 'unlimited';

/** The longest name of an employer, in characters (interface 2.1). */
export const EMPLOYER_NAME_MAX = 128;

/** Whoever posts jobs. */
export interface Employer {
  id: number;
  name: string;
  plan: Plan;
  /** Since when its keys are refused, in ISO 8601; null for one that is not suspended. */
  suspendedAt: string | null;
}

/** Whether the jobs of an employer are refreshed by themselves (interface 2.9): nothing is published of one that is suspended. */
export const hasAutoRefresh = ({ plan, suspendedAt }: Pick<Employer, 'plan' | 'suspendedAt'>): boolean =>
  plan === AUTO_REFRESH_PLAN && suspendedAt === null;
