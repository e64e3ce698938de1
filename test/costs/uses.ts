import { prices } from './prices.ts';

/** Amounts of billed AWS usage, by the names of the prices. */
export type Use = Partial<Record<keyof typeof prices, number>>;

/** Units of DynamoDB. */
export interface Units {
  readUnits: number;
  writeUnits: number;
}

export const GIGABYTE = 1e9;

/** The assumed billed duration, because a local engine does not show the latency of DynamoDB. */
export const assumed = {
  /** The value in `lib/function-table.ts`. */
  readGigabytes: 0.5,
  writeGigabytes: 1,
  secondsOfCode: 0.005,
  secondsARoundTrip: 0.005,
} as const;

export function dollarsOf(use: Use): number {
  const names = Object.keys(use) as (keyof Use)[];
  return names.reduce((sum, name) => sum + (use[name] ?? 0) * prices[name], 0);
}

/** The sum of several uses. */
export function sumUses(...uses: readonly Use[]): Use {
  const sum: Use = {};
  for (const use of uses) {
    for (const name of Object.keys(use) as (keyof Use)[]) sum[name] = (sum[name] ?? 0) + (use[name] ?? 0);
  }
  return sum;
}

export const times = (count: number, use: Use): Use =>
  Object.fromEntries(Object.entries(use).map(([name, each]) => [name, count * each]));

/** A run of a function, with its memory and its database usage. */
export const run = (seconds: number, gigabytes: number, units: Partial<Units> = {}): Use => ({
  ...units,
  lambdaRequest: 1,
  lambdaGigabyteSecond: seconds * gigabytes,
});

/** A request that a function answers. */
export const request = (...terms: Parameters<typeof run>): Use => ({ ...run(...terms), httpApiRequest: 1 });
