import { BODY_MAX_DEPTH } from '../../schemas/limits.ts';
import { Refusal } from '../domain/refusal.ts';

declare global {
  interface JSON {
    /** ECMAScript's JSON.parse source text access, which TypeScript's library does not know yet. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source: string }) => unknown,
    ): unknown;
    isRawJSON(value: unknown): value is { rawJSON: string };
  }
}

// A text that never ends is one token to the end, so that no quote in it is tried as a beginning again.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\],]/gs;

/** Every decimal number of up to 15 significant digits is exact in a double. */
const EXACT_DIGITS = 15;

const significantDigits = (number: string) =>
  number
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '').length;

/** No number of a request needs more characters; longer ones are not worth the counting. */
const LONGEST_NUMBER = 64;

/** Whether a double holds exactly the number that a JSON text spells. */
const isExact = (number: string) => {
  if (number.length > LONGEST_NUMBER) return false;
  const digits = significantDigits(number);
  return Number.isFinite(Number(number)) && digits <= EXACT_DIGITS && (Number(number) !== 0 || digits === 0);
};

const asWritten = (_: string, value: unknown, { source }: { source: string }) =>
  typeof value === 'number' && !isExact(source) ? JSON.rawJSON(source) : value;

/** The value of a JSON string token; the token itself where it is not one, which the parser then refuses. */
function spelled(string: string): string {
  try {
    return JSON.parse(string) as string;
  } catch {
    return string;
  }
}

/** Throws Refusal `json_malformed` where a JSON text nests too deep, or an object has a key twice. */
function checkStructure(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  let keyExpected = false;
  for (const [found] of text.matchAll(token)) {
    const keys = open.at(-1);
    const first = found[0];
    if (first === '"') {
      if (!keyExpected || !keys) continue;
      keyExpected = false;
      const key = spelled(found);
      if (keys.has(key)) {
        throw new Refusal('json_malformed', `The key ${JSON.stringify(key)} stands twice in one object.`);
      }
      keys.add(key);
    } else if (first === ',') {
      keyExpected = keys !== undefined;
    } else if (first === '{' || first === '[') {
      open.push(first === '{' ? new Set() : undefined);
      keyExpected = first === '{';
      if (open.length > BODY_MAX_DEPTH) {
        throw new Refusal(
          'json_malformed',
          `The body nests deeper than ${BODY_MAX_DEPTH} arrays and objects.`,
        );
      }
    } else {
      open.pop();
      keyExpected = false;
    }
  }
}

/**
 * The value of a JSON text. A number that no double holds stays as it is written (`JSON.rawJSON`), so that nothing is
 * lost before the field is known. Two readers could disagree on a key that stands twice, so it is refused.
 * Throws Refusal `json_malformed`.
 */
export function jsonValue(text: string): unknown {
  checkStructure(text);
  try {
    return JSON.parse(text, asWritten);
  } catch (error) {
    throw new Refusal('json_malformed', `The body is not valid JSON: ${(error as SyntaxError).message}.`);
  }
}
