/** An amount of money in ten-thousandths, a whole number below 2^53: exact (interface 2.4). */
export type Amount = number;

const written = /^(\d{1,11})(?:\.(\d{1,4}))?$/;

/** The amount that a JSON number spells: 0 to 99999999999.9999 with at most four decimals; otherwise undefined. */
export function amountOf(value: number): Amount | undefined {
  const [, units, decimals = ''] = written.exec(String(value)) ?? [];
  return units === undefined ? undefined : Number(units + decimals.padEnd(4, '0'));
}

declare global {
  interface JSON {
    /** ECMAScript's JSON.parse source text access, which TypeScript's library does not know yet. */
    rawJSON(text: string): object;
  }
}

/** The amount as JSON writes it, with exactly four decimals, which no JavaScript number can keep: `50000.0000`. */
export function amountJson(amount: Amount): number {
  const digits = String(amount).padStart(5, '0');
  return JSON.rawJSON(`${digits.slice(0, -4)}.${digits.slice(-4)}`) as unknown as number;
}
