import { Refusal } from '../platform/values/refusal.ts';

declare global {
  interface JSON {
    isRawJSON(value: unknown): value is { rawJSON: string };
    /** ECMAScript's JSON.parse source text access, which TypeScript's library does not know yet. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown;
  }
}

// An unterminated string is one token up to the end, so that no quote in it is tried as a start again.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\],]/gs;

/** A double represents every decimal number of up to 15 significant digits exactly. */
const EXACT_DIGITS = 15;

const significantDigits = (number: string) =>
  number
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '').length;

/** No number in a request needs more characters, so longer ones are not examined. */
const MAX_NUMBER_LENGTH = 64;

/** Whether a double can represent the number in a JSON text exactly. */
const isExact = (number: string) => {
  if (number.length > MAX_NUMBER_LENGTH) return false;
  const digits = significantDigits(number);
  return Number.isFinite(Number(number)) && digits <= EXACT_DIGITS && (Number(number) !== 0 || digits === 0);
};

/** The value of a JSON string token, or the token itself if it is invalid, which the parser then refuses. */
function spelled(string: string): string {
  try {
    return JSON.parse(string) as string;
  } catch {
    return string;
  }
}

/**
 * Throws Refusal `json_malformed` if a JSON text is nested deeper than `maxDepth` levels, if it has more than `maxValues`
 * values, or if an object has the same key twice, which different parsers would read differently.
 */
export function requirePlainJson(text: string, maxDepth: number, maxValues = Infinity): void {
  const open: (Set<string> | undefined)[] = [];
  let keyExpected = false;
  let values = 0;
  for (const [found] of text.matchAll(token)) {
    const keys = open.at(-1);
    const first = found[0];
    // Each value but the first of an array or object has a comma before it.
    if (first === ',' || first === '{' || first === '[') values += 1;
    if (values > maxValues) {
      throw new Refusal('json_malformed', `The body has more than ${maxValues} values.`);
    }
    if (first === '"') {
      if (!keyExpected || !keys) continue;
      keyExpected = false;
      const key = spelled(found);
      if (keys.has(key)) {
        throw new Refusal('json_malformed', `The key ${JSON.stringify(key)} appears twice in one object.`);
      }
      keys.add(key);
    } else if (first === ',') {
      keyExpected = keys !== undefined;
    } else if (first === '{' || first === '[') {
      open.push(first === '{' ? new Set() : undefined);
      keyExpected = first === '{';
      if (open.length > maxDepth) {
        throw new Refusal('json_malformed', `The body is nested more than ${maxDepth} levels deep.`);
      }
    } else {
      open.pop();
      keyExpected = false;
    }
  }
}

/**
 * The value of a JSON text. A number that no double can represent stays as it is written (`JSON.rawJSON`), so that
 * nothing is lost before the field is known. Throws SyntaxError.
 */
export const parsedJson = (text: string): unknown =>
  JSON.parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && !isExact(source) ? JSON.rawJSON(source) : value,
  );
