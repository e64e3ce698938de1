import type { JobStatus } from '../../schemas/job.ts';

/**
 * The statuses of all jobs of an employer, by position: a bitmap index in decimal digits. One Number holds 37
 * positions, a digit each, because ADD of a Number is DynamoDB's one commutative update that needs no read. Positions
 * are dealt round robin over 64 leaves, so that parallel writers touch different items.
 */
const LEAVES = 64;
const NUMBERS_PER_LEAF = 40;
const DIGITS_PER_NUMBER = 37;
const ROUNDS_PER_LEAF = NUMBERS_PER_LEAF * DIGITS_PER_NUMBER;

const digits: Record<JobStatus | 'none', bigint> = { none: 0n, active: 1n, archived: 2n, draft: 3n };

/** Where the digit of a position stands: leaf, attribute of the leaf, and digit from the right. */
function slotOf(position: number) {
  const round = Math.floor(position / LEAVES);
  const generation = Math.floor(round / ROUNDS_PER_LEAF);
  const roundInLeaf = round % ROUNDS_PER_LEAF;
  return {
    leaf: generation * LEAVES + (position % LEAVES),
    attribute: `n${Math.floor(roundInLeaf / DIGITS_PER_NUMBER)}`,
    digit: roundInLeaf % DIGITS_PER_NUMBER,
  };
}

/** The attribute of a leaf, and the number to add to it, when the job at a position changes its status. */
export function statusChange(position: number, from: JobStatus | 'none', to: JobStatus | 'none') {
  const { leaf, attribute, digit } = slotOf(position);
  return { leaf, attribute, delta: (digits[to] - digits[from]) * 10n ** BigInt(digit) };
}

/** A leaf as it is stored: up to 40 numbers of 37 digits, `n0` to `n39`; absent is zero. */
export interface StatusLeaf {
  leaf: number;
  numbers: Readonly<Record<string, number | bigint>>;
}

/** The positions from the newest to the oldest, both included. */
export interface PositionRange {
  newest: number;
  oldest: number;
}

/** One page of the jobs that match; without a range when it has none. */
export interface PageOfPositions {
  total: number;
  range: PositionRange | undefined;
}

/**
 * The exact number of jobs, of one status or of all, and the positions between which page `page` lies, newest first.
 * Within the range every job of that status belongs to the page.
 */
export function pageOfPositions(
  leaves: readonly StatusLeaf[],
  { status, page, pageSize }: { status?: JobStatus | undefined; page: number; pageSize: number },
): PageOfPositions {
  const first = (page - 1) * pageSize;
  const wanted = status && String(digits[status]);
  let total = 0;
  let range: PositionRange | undefined;
  newestFirst(leaves, (position, digit) => {
    if (wanted && digit !== wanted) return;
    if (total >= first && total < first + pageSize) {
      range ??= { newest: position, oldest: position };
      range.oldest = position;
    }
    total += 1;
  });
  return { total, range };
}

/** The ranges that hold the jobs older than a position, so many in each, newest first. */
export function rangesBelow(leaves: readonly StatusLeaf[], below: number, size: number): PositionRange[] {
  const ranges: PositionRange[] = [];
  let count = 0;
  newestFirst(leaves, (position) => {
    if (position >= below) return;
    if (count % size === 0) ranges.push({ newest: position, oldest: position });
    const last = ranges.at(-1);
    if (last) last.oldest = position;
    count += 1;
  });
  return ranges;
}

/** Visits the position and the digit of every job. */
function newestFirst(leaves: readonly StatusLeaf[], visit: (position: number, digit: string) => void): void {
  const rows = rowsOf(leaves);
  for (let round = rows.length - 1; round >= 0; round -= 1) {
    const row = rows[round];
    if (!row) continue;
    for (let lane = LEAVES - 1; lane >= 0; lane -= 1) {
      const digit = row[lane];
      if (digit !== undefined && digit !== '0') visit(round * LEAVES + lane, digit);
    }
  }
}

/** The digits by round (position / 64) and lane (position % 64). */
function rowsOf(leaves: readonly StatusLeaf[]): (string | undefined)[][] {
  const rows: (string | undefined)[][] = [];
  for (const { leaf, numbers } of leaves) {
    const lane = leaf % LEAVES;
    const firstRound = Math.floor(leaf / LEAVES) * ROUNDS_PER_LEAF;
    for (const [attribute, number] of Object.entries(numbers)) {
      const text = String(number);
      const round = firstRound + Number(attribute.slice(1)) * DIGITS_PER_NUMBER;
      for (let digit = 0; digit < text.length; digit += 1) {
        (rows[round + digit] ??= [])[lane] = text[text.length - 1 - digit];
      }
    }
  }
  return rows;
}
