/** An exact amount of money in ten-thousandths: a whole number below 2^53 (guide: job-content 8). */
export type Amount = number;

/** The largest relative error of a short computation with doubles, such as 20 + 224 / 100. */
const DOUBLE_ERROR = 2 * Number.EPSILON;

const toFourDecimals = (value: number) => Math.round(value * 10_000) / 10_000;

/** Whether a number has at most four decimals. */
export const hasFourDecimals = (value: number): boolean =>
  Number.isInteger(value) || toFourDecimals(value) === value;

/**
 * Removes the rounding error of a number: 22.24 for 22.240000000000002. A number that is further off stays the same.
 */
export function withoutDoubleError(value: number): number {
  const nearest = toFourDecimals(value);
  return Math.abs(value - nearest) <= DOUBLE_ERROR * Math.abs(value) ? nearest : value;
}

/** The amount of a number from 0 to 99999999999.9999 with at most four decimals. */
export const amountOf = (value: number): Amount => Math.round(value * 10_000);

declare global {
  interface JSON {
    /** ECMAScript's JSON.parse source text access, which TypeScript's library lacks. */
    rawJSON(text: string): object;
  }
}

/** The amount in JSON with exactly four decimals, `50000.0000`: a JavaScript number would lose the zeros. */
export function amountJson(amount: Amount): number {
  const digits = String(amount).padStart(5, '0');
  return JSON.rawJSON(`${digits.slice(0, -4)}.${digits.slice(-4)}`) as unknown as number;
}
