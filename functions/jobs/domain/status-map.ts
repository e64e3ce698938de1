import type { JobStatus } from '../../../schemas/job.ts';

/**
 * The statuses of all jobs of an employer, by position: a bitmap index made of decimal digits. One Number holds 37
 * positions, one digit each, because ADD on a Number is DynamoDB's only commutative update that needs no read. Positions
 * are distributed round robin over 64 leaves, so that parallel writers change different items.
 */
const LEAVES = 64;
const NUMBERS_PER_LEAF = 40;
const DIGITS_PER_NUMBER = 37;
const NUMBER_PREFIX = 'n';
const ROUNDS_PER_LEAF = NUMBERS_PER_LEAF * DIGITS_PER_NUMBER;

const digits: Record<JobStatus | 'none', bigint> = { none: 0n, active: 1n, archived: 2n, draft: 3n };

/** The digit for a status, or for no job. */
export const digitOf = (status: JobStatus | 'none'): number => Number(digits[status]);

/** Where the digit of a position is: the leaf, its attribute, and the digit from the right. */
export function slotOf(position: number) {
  const round = Math.floor(position / LEAVES);
  const generation = Math.floor(round / ROUNDS_PER_LEAF);
  const roundInLeaf = round % ROUNDS_PER_LEAF;
  return {
    leaf: generation * LEAVES + (position % LEAVES),
    attribute: `${NUMBER_PREFIX}${Math.floor(roundInLeaf / DIGITS_PER_NUMBER)}`,
    digit: roundInLeaf % DIGITS_PER_NUMBER,
  };
}

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

/** The exact number of jobs, with one status or all, from the counts of the leaves. */
export function totalOf(leaves: readonly StatusLeaf[], status: JobStatus | undefined): number {
  const names = status === undefined ? Object.values(countAttributes) : [countAttributes[status]];
  return leaves.reduce(
    (total, { attributes }) => names.reduce((sum, name) => sum + Number(attributes[name] ?? 0), total),
    0,
  );
}

/** A stored leaf. Its attributes include up to 40 numbers of 37 digits, `n0` to `n39`; a missing one is zero. */
export interface StatusLeaf {
  leaf: number;
  attributes: Readonly<Record<string, unknown>>;
}

/** Whether an attribute of a leaf is one of its numbers of digits. */
export const isNumberOfLeaf = (attribute: string): boolean => attribute[0] === NUMBER_PREFIX;

const NUMBER_END = 10n ** BigInt(DIGITS_PER_NUMBER);

/** The 37 digits of a number as text, even if it is below zero; zeros if it is not a whole number. */
const digitText = (number: unknown): string => {
  const text = String(number);
  const rest = (/^-?\d+$/.test(text) ? BigInt(text) : 0n) % NUMBER_END;
  return String(rest < 0n ? rest + NUMBER_END : rest).padStart(DIGITS_PER_NUMBER, '0');
};

/** All non-zero digits of a leaf, by position. */
export function digitsByPosition({ leaf, attributes }: StatusLeaf): Map<number, number> {
  const found = new Map<number, number>();
  const firstRound = Math.floor(leaf / LEAVES) * ROUNDS_PER_LEAF;
  for (const [name, number] of Object.entries(attributes)) {
    if (name[0] !== NUMBER_PREFIX) continue;
    const numberRound = firstRound + Number(name.slice(1)) * DIGITS_PER_NUMBER;
    for (const [index, digit] of Array.from(digitText(number)).toReversed().entries()) {
      if (digit !== '0') found.set((numberRound + index) * LEAVES + (leaf % LEAVES), Number(digit));
    }
  }
  return found;
}

/** A number of a leaf with some digits replaced. Places are counted from the right. */
export function withDigits(number: unknown, replaced: Iterable<[place: number, digit: number]>): bigint {
  const text = Array.from(digitText(number));
  for (const [place, digit] of replaced) text[DIGITS_PER_NUMBER - 1 - place] = String(digit);
  return BigInt(text.join(''));
}

/** A range of positions, including both ends. */
export interface PositionRange {
  newest: number;
  oldest: number;
}

/** One page of the matching jobs: their positions, newest first. */
export interface PageOfPositions {
  total: number;
  positions: number[];
}

/**
 * The exact number of jobs, with one status or all, and the positions of the jobs on a page. Only the bands of that page
 * are read digit by digit, in order; for the others, counting is enough.
 */
export function pageOfPositions(
  leaves: readonly StatusLeaf[],
  { status, page, pageSize }: { status?: JobStatus | undefined; page: number; pageSize: number },
): PageOfPositions {
  const first = (page - 1) * pageSize;
  const wanted = status === undefined ? undefined : String(digits[status]).charCodeAt(0);
  let total = 0;
  const positions: number[] = [];
  newestFirst(leaves, (band, bandIndex) => {
    const before = total;
    total += countOf(band, wanted);
    if (total <= first || before >= first + pageSize) return;
    let rank = before;
    visit(band, bandIndex, wanted, (position) => {
      if (rank >= first && rank < first + pageSize) positions.push(position);
      rank += 1;
    });
  });
  return { total, positions };
}

/** The ranges of the jobs older than a position, with `size` jobs in each, newest first. */
export function rangesBelow(leaves: readonly StatusLeaf[], below: number, size: number): PositionRange[] {
  const ranges: PositionRange[] = [];
  let count = 0;
  newestFirst(leaves, (band, bandIndex) =>
    visit(band, bandIndex, undefined, (position) => {
      if (position >= below) return;
      if (count % size === 0) ranges.push({ newest: position, oldest: position });
      const last = ranges.at(-1);
      if (last) last.oldest = position;
      count += 1;
    }),
  );
  return ranges;
}

/** The numbers of all leaves for the same 37 rounds, as text: 2,368 consecutive positions. */
type Band = (string | undefined)[];

const ZERO = '0'.charCodeAt(0);

function newestFirst(leaves: readonly StatusLeaf[], look: (band: Band, index: number) => void): void {
  const bands: Band[] = [];
  for (const { leaf, attributes } of leaves) {
    const firstBand = Math.floor(leaf / LEAVES) * NUMBERS_PER_LEAF;
    for (const name in attributes) {
      if (!isNumberOfLeaf(name)) continue;
      (bands[firstBand + Number(name.slice(1))] ??= [])[leaf % LEAVES] = String(attributes[name]);
    }
  }
  for (let index = bands.length - 1; index >= 0; index -= 1) {
    const band = bands[index];
    if (band) look(band, index);
  }
}

/** The number of digits of a band that equal `wanted`, or that are not zero. */
function countOf(band: Band, wanted: number | undefined): number {
  let count = 0;
  for (const text of band) {
    if (text === undefined) continue;
    for (let index = 0; index < text.length; index += 1) {
      const digit = text.charCodeAt(index);
      if (wanted === undefined ? digit !== ZERO : digit === wanted) count += 1;
    }
  }
  return count;
}

/** Visits the positions of a band whose digit equals `wanted`, or is not zero, newest first. */
function visit(
  band: Band,
  bandIndex: number,
  wanted: number | undefined,
  at: (position: number) => void,
): void {
  for (let digit = DIGITS_PER_NUMBER - 1; digit >= 0; digit -= 1) {
    for (let lane = LEAVES - 1; lane >= 0; lane -= 1) {
      const text = band[lane] ?? '';
      const code = digit < text.length ? text.charCodeAt(text.length - 1 - digit) : ZERO;
      if (wanted === undefined ? code !== ZERO : code === wanted) {
        at((bandIndex * DIGITS_PER_NUMBER + digit) * LEAVES + lane);
      }
    }
  }
}
