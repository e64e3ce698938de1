import type { JobStatus } from '../../../schemas/job.ts';

/**
 * The statuses of all jobs of an employer, by position: a bitmap index made of decimal digits. One Number holds 37
 * positions, one digit each, because ADD on a Number is DynamoDB's only commutative update that needs no read. Positions
 * are distributed round robin over 64 leaves, so that parallel writers change different items. What the numbers held
 * once may have been moved to a base (`status-digits.ts`), to which they are added.
 */
export const LEAVES = 64;
const NUMBERS_PER_LEAF = 40;
export const DIGITS_PER_NUMBER = 37;
const NUMBER_PREFIX = 'n';
const ROUNDS_PER_LEAF = NUMBERS_PER_LEAF * DIGITS_PER_NUMBER;

/** How many consecutive positions have their digits in the numbers with the same name: 2,368. */
const BAND = LEAVES * DIGITS_PER_NUMBER;

/** How many consecutive positions have their digits in the same 64 leaves: 94,720. */
export const GENERATION = BAND * NUMBERS_PER_LEAF;

const digits: Record<JobStatus | 'none', bigint> = { none: 0n, active: 1n, archived: 2n, draft: 3n };

/** The digit for a status, or for no job. */
export const digitOf = (status: JobStatus | 'none'): number => Number(digits[status]);

/** Where the digit of a position is: the leaf, its attribute, and the digit from the right. */
export function slotOf(position: number) {
  const round = Math.floor(position / LEAVES);
  const roundInLeaf = round % ROUNDS_PER_LEAF;
  return {
    leaf: Math.floor(round / ROUNDS_PER_LEAF) * LEAVES + (position % LEAVES),
    attribute: `${NUMBER_PREFIX}${Math.floor(roundInLeaf / DIGITS_PER_NUMBER)}`,
    digit: roundInLeaf % DIGITS_PER_NUMBER,
  };
}

/** Whether a position is the first of its band, so that all bands before it have been given out. */
export const beginsBand = (position: number): boolean => position % BAND === 0;

/** The attributes of a leaf with its number of jobs by status. The first page of a list needs only these. */
export const countAttributes: Readonly<Record<JobStatus, string>> = {
  active: 'a',
  archived: 'r',
  draft: 'd',
};

/** What to add to the digit and the counts of a leaf when the job at a position changes its status. */
export function statusChange(position: number, from: JobStatus | 'none', to: JobStatus | 'none') {
  const { leaf, attribute, digit } = slotOf(position);
  const counts: Record<string, number> = {};
  if (from !== to && from !== 'none') counts[countAttributes[from]] = -1;
  if (from !== to && to !== 'none') counts[countAttributes[to]] = 1;
  return { leaf, attribute, delta: (digits[to] - digits[from]) * 10n ** BigInt(digit), counts };
}

/** A stored leaf. Its attributes include up to 40 numbers of 37 digits, `n0` to `n39`; a missing one is zero. */
export interface StatusLeaf {
  leaf: number;
  attributes: Readonly<Record<string, unknown>>;
}

/** The number of the generation of a leaf. */
export const generationOf = (leaf: number): number => Math.floor(leaf / LEAVES);

/** The lane of a leaf: its number within the generation. */
export const laneOf = (leaf: number): number => leaf % LEAVES;

/** The names of a leaf's numbers, each with the first position of its band. */
export const numbersOf = ({ leaf, attributes }: StatusLeaf): { name: string; band: number }[] =>
  Object.keys(attributes)
    .filter((name) => name.startsWith(NUMBER_PREFIX))
    .map((name) => ({ name, band: generationOf(leaf) * GENERATION + Number(name.slice(1)) * BAND }));

/** The exact number of jobs, with one status or all, from the counts of the leaves. */
export function totalOf(leaves: readonly StatusLeaf[], status: JobStatus | undefined): number {
  const names = status === undefined ? Object.values(countAttributes) : [countAttributes[status]];
  return leaves.reduce(
    (total, { attributes }) => names.reduce((sum, name) => sum + Number(attributes[name] ?? 0), total),
    0,
  );
}
