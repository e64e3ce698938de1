/** The plans of an employer; auto-refresh takes effect on `unlimited` only (interface 2.9). */
export const plans = ['standard', 'unlimited'] as const;

export type Plan = (typeof plans)[number];

/** The longest name of an employer, in characters (interface 2.1). */
export const EMPLOYER_NAME_MAX = 128;

/** Whoever posts jobs. */
export interface Employer {
  id: number;
  name: string;
  plan: Plan;
}
