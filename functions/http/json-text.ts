import { BODY_MAX_DEPTH } from '../../schemas/limits.ts';
import { Refusal } from '../domain/refusal.ts';

// A text that never ends is one token to the end, so that no quote in it is tried as a beginning again.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\],]|-?\d[\d.eE+-]*/gs;

/** Every decimal number of up to 15 significant digits is exact in a double. */
const EXACT_DIGITS = 15;

const significantDigits = (number: string) =>
  number
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '').length;

/** No number of a request needs more characters; longer ones are not worth the counting. */
const LONGEST_NUMBER = 64;

/** Whether a double holds exactly the number that a token spells. */
const isExact = (number: string) => {
  if (number.length > LONGEST_NUMBER) return false;
  const digits = significantDigits(number);
  return Number.isFinite(Number(number)) && digits <= EXACT_DIGITS && (Number(number) !== 0 || digits === 0);
};

/** Keys that a parser guards against prototype pollution refuses; here they are unknown fields like any other. */
const reserved = new Set(['__proto__', 'constructor', 'prototype']);

/** The value of a JSON string token; the token itself where it is not one, which the parser then refuses. */
function spelled(string: string): string {
  try {
    return JSON.parse(string) as string;
  } catch {
    return string;
  }
}

/**
 * JSON text made safe for a parser that would take it silently: nesting is bounded, no key stands twice in an object
 * (two readers could disagree), a number that no double holds becomes a string, so that it is refused where a number
 * is wanted, and reserved keys lose their meaning.
 * Throws Refusal `json_malformed`.
 */
export function safeJson(text: string): string {
  const open: (Set<string> | undefined)[] = [];
  let keyExpected = false;
  return text.replace(token, (found) => {
    const keys = open.at(-1);
    const first = found[0];
    if (first === '"') {
      if (!keyExpected || !keys) return found;
      keyExpected = false;
      const key = spelled(found);
      if (keys.has(key))
        throw new Refusal('json_malformed', `The key ${JSON.stringify(key)} stands twice in one object.`);
      keys.add(key);
      return reserved.has(key) ? JSON.stringify(`(${key})`) : found;
    }
    if (first === '{' || first === '[') {
      open.push(first === '{' ? new Set() : undefined);
      keyExpected = first === '{';
      if (open.length > BODY_MAX_DEPTH) {
        throw new Refusal(
          'json_malformed',
          `The body nests deeper than ${BODY_MAX_DEPTH} arrays and objects.`,
        );
      }
    } else if (first === '}' || first === ']') {
      open.pop();
      keyExpected = false;
    } else if (first === ',') {
      keyExpected = keys !== undefined;
    } else if (!isExact(found)) {
      return Number.isNaN(Number(found)) ? found : `"${found}"`;
    }
    return found;
  });
}
