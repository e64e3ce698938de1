import type { JobStatus } from '../../../schemas/job.ts';
import { basesOf, byGeneration, digitsOf, type StatusMap } from './status-digits.ts';
import { digitOf, GENERATION, totalOf, type StatusLeaf } from './status-map.ts';

/** Which page of the jobs, with one status or all, newest first. */
export interface PageWanted {
  status?: JobStatus | undefined;
  page: number;
  pageSize: number;
}

/** One page of the matching jobs: their positions, newest first. */
export interface PageOfPositions {
  total: number;
  positions: number[];
}

/** The generations with jobs of a page, and how many matching jobs are newer. For the others, their counts are enough. */
function generationsOn(leaves: readonly StatusLeaf[], { status, page, pageSize }: PageWanted) {
  const first = (page - 1) * pageSize;
  let newer = 0;
  return byGeneration(leaves)
    .map(([generation, ofGeneration]) => {
      const skipped = newer;
      newer += totalOf(ofGeneration, status);
      return { generation, leaves: ofGeneration, newer: skipped, isOnPage: newer > first };
    })
    .filter((one) => one.isOnPage && one.newer < first + pageSize);
}

/** The names of the bases that a page is found with. */
export const basesOfPage = (leaves: readonly StatusLeaf[], wanted: PageWanted): string[] =>
  generationsOn(leaves, wanted).flatMap((one) => basesOf(one.leaves));

/** The exact number of jobs, with one status or all, and the positions of those on a page. */
export function pageOfPositions({ leaves, bases }: StatusMap, wanted: PageWanted): PageOfPositions {
  const { status, page, pageSize } = wanted;
  const first = (page - 1) * pageSize;
  const digit = status && digitOf(status);
  const positions: number[] = [];
  for (const { generation, leaves: ofGeneration, newer } of generationsOn(leaves, wanted)) {
    const digits = digitsOf({ leaves: ofGeneration, bases });
    let rank = newer;
    for (let index = GENERATION - 1; index >= 0 && rank < first + pageSize; index -= 1) {
      if (digit === undefined ? digits[index] === 0 : digits[index] !== digit) continue;
      if (rank >= first) positions.push(generation * GENERATION + index);
      rank += 1;
    }
  }
  return { total: totalOf(leaves, status), positions };
}
