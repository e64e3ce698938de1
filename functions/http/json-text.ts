import { randomUUID } from 'node:crypto';
import { BODY_MAX_DEPTH } from '../../schemas/limits.ts';
import { Refusal } from '../domain/refusal.ts';

declare global {
  interface JSON {
    isRawJSON(value: unknown): value is { rawJSON: string };
  }
}

// A string that never ends is one token to the end, so that no quote in it is tried as a beginning again.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\],]|-?\d[\d.eE+-]*/gs;

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Begins a string that stands for something else. No request can know it. */
const MARK = `${randomUUID()}:`;

/** Keys that Middy's parser refuses. Here they are unknown fields like any other. */
const reservedKeys = new Set(['__proto__', 'constructor', 'prototype']);

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

/** The value of a JSON string token; the token itself where it is not one, which the parser then refuses. */
function spelled(string: string): string {
  try {
    return JSON.parse(string) as string;
  } catch {
    return string;
  }
}

/**
 * JSON text that a parser reads without loss: reserved keys, and numbers that no double holds, become marked strings,
 * which `unmarked` turns back. Text that is not JSON stays so.
 * Throws Refusal `json_malformed` where the text nests too deep, or an object has a key twice, on which two readers
 * could disagree.
 */
export function marked(text: string): string {
  const open: (Set<string> | undefined)[] = [];
  let keyExpected = false;
  return text.replace(token, (found) => {
    const keys = open.at(-1);
    const first = found[0];
    if (first === '"') {
      if (!keyExpected || !keys) return found;
      keyExpected = false;
      const key = spelled(found);
      if (keys.has(key)) {
        throw new Refusal('json_malformed', `The key ${JSON.stringify(key)} appears twice in one object.`);
      }
      keys.add(key);
      return reservedKeys.has(key) ? JSON.stringify(MARK + key) : found;
    }
    if (first === ',') {
      keyExpected = keys !== undefined;
    } else if (first === '{' || first === '[') {
      open.push(first === '{' ? new Set() : undefined);
      keyExpected = first === '{';
      if (open.length > BODY_MAX_DEPTH) {
        throw new Refusal('json_malformed', `The body is nested more than ${BODY_MAX_DEPTH} levels deep.`);
      }
    } else if (first === '}' || first === ']') {
      open.pop();
      keyExpected = false;
    } else if (!keyExpected && jsonNumber.test(found) && !isExact(found)) {
      return `"${MARK}${found}"`;
    }
    return found;
  });
}

const unmarkedKey = (key: string) => (key.startsWith(MARK) ? key.slice(MARK.length) : key);

/**
 * The reviver that belongs to `marked`: reserved keys are themselves again, and a number that no double holds stays as
 * it is written (`JSON.rawJSON`), so that nothing is lost before the field is known.
 */
export function unmarked(_: string, value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith(MARK)) return JSON.rawJSON(value.slice(MARK.length));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  if (!keys.some((key) => key.startsWith(MARK))) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [unmarkedKey(key), member]));
}
