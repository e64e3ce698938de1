import type { JobStatus } from '../../../schemas/job.ts';

/**
 * The statuses of all jobs of an employer, by position: a bitmap index made of decimal digits. One Number holds 37
 * positions, one digit each, because ADD on a Number is DynamoDB's only commutative update that needs no read.
 * Positions are distributed round robin over 64 leaves, so that parallel writers change different items. Former numbers
 * of a leaf may be in its snapshot (`status-digits.ts`), which is added to them.
 */
export const SHARDS = 64;
const NUMBERS_PER_LEAF = 40;
export const DIGITS_PER_NUMBER = 37;
const NUMBER_PREFIX = 'n';
const ROWS_PER_LEAF = NUMBERS_PER_LEAF * DIGITS_PER_NUMBER;

/** How many consecutive positions have their digits in the numbers with the same name: 2,368. */
const CHUNK_SIZE = SHARDS * DIGITS_PER_NUMBER;

/** How many consecutive positions have their digits in the same 64 leaves: 94,720. */
export const SEGMENT_SIZE = CHUNK_SIZE * NUMBERS_PER_LEAF;

const digits: Record<JobStatus | 'none', bigint> = { none: 0n, active: 1n, archived: 2n, draft: 3n };

/** The digit for a status, or for no job. */
export const statusDigit = (status: JobStatus | 'none'): number => Number(digits[status]);

/** Where the digit of a position is: the leaf, its attribute, and the digit from the right. */
export function slotOf(position: number) {
  const row = Math.floor(position / SHARDS);
  const rowInLeaf = row % ROWS_PER_LEAF;
  return {
    leaf: Math.floor(row / ROWS_PER_LEAF) * SHARDS + (position % SHARDS),
    attribute: `${NUMBER_PREFIX}${Math.floor(rowInLeaf / DIGITS_PER_NUMBER)}`,
    digit: rowInLeaf % DIGITS_PER_NUMBER,
  };
}

/** Whether a position is the first of its chunk, so that all earlier chunks are full. */
export const isChunkStart = (position: number): boolean => position % CHUNK_SIZE === 0;

/** The attributes of a leaf with its number of jobs by status. The first page of a list needs only these. */
export const countAttributes: Readonly<Record<JobStatus, string>> = {
  active: 'a',
  archived: 'r',
  draft: 'd',
};

/** The addends to the digit and the counts of a leaf when the job at a position changes its status. */
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

/** The number of the segment of a leaf. */
export const segmentOf = (leaf: number): number => Math.floor(leaf / SHARDS);

/** The shard of a leaf: its number within the segment. */
export const shardOf = (leaf: number): number => leaf % SHARDS;

/** The names of a leaf's numbers, each with the first position of its chunk. */
export const numberAttributes = ({ leaf, attributes }: StatusLeaf): { name: string; chunk: number }[] =>
  Object.keys(attributes)
    .filter((name) => name.startsWith(NUMBER_PREFIX))
    .map((name) => ({ name, chunk: segmentOf(leaf) * SEGMENT_SIZE + Number(name.slice(1)) * CHUNK_SIZE }));

/** The exact number of jobs, with one status or all, from the counts of the leaves. */
export function countJobs(leaves: readonly StatusLeaf[], status: JobStatus | undefined): number {
  const names = status === undefined ? Object.values(countAttributes) : [countAttributes[status]];
  return leaves.reduce(
    (total, { attributes }) => names.reduce((sum, name) => sum + Number(attributes[name] ?? 0), total),
    0,
  );
}
