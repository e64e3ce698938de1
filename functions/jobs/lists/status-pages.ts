import type { JobStatus } from '../../../schemas/job.ts';
import { snapshotsOf, bySegment, readDigits, type StatusMap } from './status-digits.ts';
import { statusDigit, SEGMENT_SIZE, countJobs, type StatusLeaf } from './status-map.ts';

/** A page of an employer's jobs, with one status or all, newest first. */
export interface PageQuery {
  status?: JobStatus | undefined;
  page: number;
  pageSize: number;
}

/** One page of the matching jobs: their positions, newest first. */
export interface PageOfPositions {
  total: number;
  positions: number[];
}

/** The segments with jobs of a page, and how many matching jobs are newer. The counts of the other segments suffice. */
function segmentsOn(leaves: readonly StatusLeaf[], { status, page, pageSize }: PageQuery) {
  const first = (page - 1) * pageSize;
  let newer = 0;
  return bySegment(leaves)
    .map(([segment, inSegment]) => {
      const skipped = newer;
      newer += countJobs(inSegment, status);
      return { segment, leaves: inSegment, newer: skipped, isOnPage: newer > first };
    })
    .filter((one) => one.isOnPage && one.newer < first + pageSize);
}

/** The names of the snapshots that contain a page. */
export const snapshotsOfPage = (leaves: readonly StatusLeaf[], wanted: PageQuery): string[] =>
  segmentsOn(leaves, wanted).flatMap((one) => snapshotsOf(one.leaves));

/** The exact number of jobs, with one status or all, and the positions of those on a page. */
export function findPage({ leaves, snapshots }: StatusMap, wanted: PageQuery): PageOfPositions {
  const { status, page, pageSize } = wanted;
  const first = (page - 1) * pageSize;
  const digit = status && statusDigit(status);
  const positions: number[] = [];
  for (const { segment, leaves: inSegment, newer } of segmentsOn(leaves, wanted)) {
    const digits = readDigits({ leaves: inSegment, snapshots });
    let rank = newer;
    for (let index = SEGMENT_SIZE - 1; index >= 0 && rank < first + pageSize; index -= 1) {
      if (digit === undefined ? digits[index] === 0 : digits[index] !== digit) continue;
      if (rank >= first) positions.push(segment * SEGMENT_SIZE + index);
      rank += 1;
    }
  }
  return { total: countJobs(leaves, status), positions };
}
