import type { JobStatus } from '../../../schemas/job.ts';
import type { Write } from '../../platform/dynamodb/database.ts';
import { foldPartition, jobKeys } from '../keys.ts';
import { accountKeys } from '../../accounts/keys.ts';
import { attributes } from '../../platform/dynamodb/table.ts';

/**
 * The statuses of all jobs of an employer, by position, which find any page of a list without the pages before it
 * (docs/data-model.md, "How a list finds its page"): a bitmap index made of decimal digits. One Number holds 37
 * positions, one digit each, because ADD on a Number is DynamoDB's only commutative update that needs no read.
 * Positions are distributed round robin over 64 leaves, so that parallel writers change different items. Former numbers
 * of a leaf may be in its snapshot (`read-status-map.ts`), which is added to them.
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

/** The location of the digit of a position: the leaf, the attribute, and the index of the digit from the right. */
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
const isChunkStart = (position: number): boolean => position % CHUNK_SIZE === 0;

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
export const numberAttributes = ({
  leaf,
  attributes: stored,
}: StatusLeaf): { name: string; firstPosition: number }[] =>
  Object.keys(stored)
    .filter((name) => name.startsWith(NUMBER_PREFIX))
    .map((name) => ({
      name,
      firstPosition: segmentOf(leaf) * SEGMENT_SIZE + Number(name.slice(1)) * CHUNK_SIZE,
    }));

/** The exact number of jobs, with one status or all, from the counts of the leaves. */
export function countJobs(leaves: readonly StatusLeaf[], status: JobStatus | undefined): number {
  const names = status === undefined ? Object.values(countAttributes) : [countAttributes[status]];
  return leaves.reduce(
    (total, { attributes: stored }) => names.reduce((sum, name) => sum + Number(stored[name] ?? 0), total),
    0,
  );
}

/** The attributes that queue an employer's status map for folding, on the leaf of a position that begins a chunk. */
const foldQueueAttributes = (employerId: number, position: number) => ({
  [attributes.refreshPartition]: foldPartition,
  [attributes.refreshOrder]: `${accountKeys.employer(employerId).PK}#${position}`,
});

interface Addition {
  leaf: number;
  addends: Record<string, number | bigint>;
  /** The positions whose digits change. */
  positions: readonly number[];
}

/**
 * The write that adds to the attributes of a leaf. Whenever a chunk begins it also queues the map, so that maps are
 * folded after enough changes, and no others are read.
 */
function addTo(employerId: number, { leaf, addends, positions }: Addition): Write {
  const beginning = positions.find(isChunkStart);
  const set = beginning === undefined ? {} : foldQueueAttributes(employerId, beginning);
  const values = Object.entries({ ...addends, ...set });
  const added = Object.keys(addends).map((name) => `#${name} :${name}`);
  const put = Object.keys(set).map((name) => `#${name} = :${name}`);
  return {
    Update: {
      Key: jobKeys.statusLeaf(employerId, leaf),
      UpdateExpression: `ADD ${added.join(', ')}${put.length > 0 ? ` SET ${put.join(', ')}` : ''}`,
      ExpressionAttributeNames: Object.fromEntries(values.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
    },
  };
}

/** The write to the status map for a change of a job's status, for the job's own transaction. */
export function statusWrite(
  employerId: number,
  position: number,
  from: JobStatus | 'none',
  to: JobStatus | 'none',
): Write {
  const { leaf, attribute, delta, counts } = statusChange(position, from, to);
  return addTo(employerId, { leaf, addends: { [attribute]: delta, ...counts }, positions: [position] });
}

/** The writes to the status map for a job's move to another position, for the job's own transaction. */
export function moveWrites(
  employerId: number,
  { from, to, status }: { from: number; to: number; status: JobStatus },
): Write[] {
  const [cleared, marked] = [statusChange(from, status, 'none'), statusChange(to, 'none', status)];
  if (cleared.leaf !== marked.leaf) {
    return [statusWrite(employerId, from, status, 'none'), statusWrite(employerId, to, 'none', status)];
  }
  // A transaction may write an item only once. The counts do not change when a job moves within a leaf.
  const addends = { [cleared.attribute]: cleared.delta };
  addends[marked.attribute] = (addends[marked.attribute] ?? 0n) + marked.delta;
  return [addTo(employerId, { leaf: cleared.leaf, addends, positions: [from, to] })];
}
