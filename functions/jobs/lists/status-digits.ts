import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import {
  DIGITS_PER_NUMBER,
  GENERATION,
  generationOf,
  laneOf,
  LEAVES,
  numbersOf,
  type StatusLeaf,
} from './status-map.ts';

/**
 * What was moved out of the leaves of a generation: two bits for the digit of each position. A base never changes. The
 * digit of a position is that of the base which its leaf names plus that of the leaf, so that one write to a leaf moves
 * digits from one to the other, and whoever reads a leaf and its base reads what was there before or what is there now.
 */
export type StatusBase = Uint8Array;

const DIGITS_PER_BYTE = 4;
const HIGHEST_DIGIT = 3;

/** Leaves, and the bases that they name. */
export interface StatusMap {
  leaves: readonly StatusLeaf[];
  bases: ReadonlyMap<string, StatusBase>;
}

/** The attribute of a leaf that names its base. */
export const BASE_ATTRIBUTE = 'b';

/** The name of a base: its generation, and an id of its own. */
export const baseName = (generation: number, id: number): string => `${generation}#${id}`;

/** The id of the base with a name: the milliseconds since 1970 at which it was made, or a little more. */
export const baseIdOf = (name: string): number => Number(name.slice(name.indexOf('#') + 1));

/** The name of the base of a leaf, if it has one. */
export function baseOf({ leaf, attributes }: StatusLeaf): string | undefined {
  const id = attributes[BASE_ATTRIBUTE];
  return id === undefined ? undefined : baseName(generationOf(leaf), Number(id));
}

/** The names of the bases of these leaves, each once. */
export const basesOf = (leaves: readonly StatusLeaf[]): string[] => [
  ...new Set(leaves.flatMap((leaf) => baseOf(leaf) ?? [])),
];

/** The leaves of each generation, newest first. */
export const byGeneration = (leaves: readonly StatusLeaf[]): [generation: number, leaves: StatusLeaf[]][] =>
  [...Map.groupBy(leaves, ({ leaf }) => generationOf(leaf))].toSorted(([a], [b]) => b - a);

const ZERO = '0'.charCodeAt(0);

/**
 * Adds a number of a leaf, which may be below zero, to the digits from the first one on, a lane each. What is not a
 * whole number counts as zero.
 */
function addNumber(sums: Uint8Array, first: number, number: unknown): void {
  const text = String(number);
  if (!/^-?\d+$/.test(text)) return;
  const sign = text.startsWith('-') ? -1 : 1;
  const length = sign < 0 ? text.length - 1 : text.length;
  let carry = 0;
  for (let place = 0; place < DIGITS_PER_NUMBER && (place < length || carry !== 0); place += 1) {
    const digit = place < length ? text.charCodeAt(text.length - 1 - place) - ZERO : 0;
    const index = first + place * LEAVES;
    const sum = (sums[index] ?? 0) + sign * digit + carry;
    carry = Math.floor(sum / 10);
    sums[index] = sum - carry * 10;
  }
}

/** The digits of leaves of one generation, by position in it. A base that is missing counts as zeros. */
export function digitsOf({ leaves, bases }: StatusMap): Uint8Array {
  const digits = new Uint8Array(GENERATION);
  for (const leaf of leaves) {
    const lane = laneOf(leaf.leaf);
    const base = bases.get(baseOf(leaf) ?? '');
    if (base) {
      for (let index = lane; index < GENERATION; index += LEAVES) {
        const byte = base[Math.floor(index / DIGITS_PER_BYTE)] ?? 0;
        digits[index] = (byte >> ((index % DIGITS_PER_BYTE) * 2)) & HIGHEST_DIGIT;
      }
    }
    for (const { name, band } of numbersOf(leaf)) {
      addNumber(digits, (band % GENERATION) + lane, leaf.attributes[name]);
    }
  }
  return digits;
}

/** Whether all digits are those of a status or of no job, as a base can hold them. */
export const isOfStatuses = (digits: Uint8Array): boolean => digits.every((digit) => digit <= HIGHEST_DIGIT);

/** The base with these digits. */
export function baseFrom(digits: Uint8Array): StatusBase {
  const base = new Uint8Array(GENERATION / DIGITS_PER_BYTE);
  for (const [index, digit] of digits.entries()) {
    const at = Math.floor(index / DIGITS_PER_BYTE);
    base[at] = (base[at] ?? 0) | (digit << ((index % DIGITS_PER_BYTE) * 2));
  }
  return base;
}

/** A base as it is stored: about 13 bits for ten jobs, fewer where neighbours have the same status. */
export const compressed = (base: StatusBase): Uint8Array => brotliCompressSync(base);

/** A stored base; undefined when it is damaged. */
export function decompressed(stored: unknown): StatusBase | undefined {
  try {
    const base = brotliDecompressSync(stored as Uint8Array);
    return base.length === GENERATION / DIGITS_PER_BYTE ? base : undefined;
  } catch {
    return undefined;
  }
}

/** All non-zero digits of some leaves, by position. */
export function digitsByPosition({ leaves, bases }: StatusMap): Map<number, number> {
  const found = new Map<number, number>();
  for (const [generation, ofGeneration] of byGeneration(leaves)) {
    for (const [index, digit] of digitsOf({ leaves: ofGeneration, bases }).entries()) {
      if (digit !== 0) found.set(generation * GENERATION + index, digit);
    }
  }
  return found;
}
