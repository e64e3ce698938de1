import { describe, expect, test } from '@jest/globals';
import {
  SNAPSHOT_ATTRIBUTE,
  snapshotName,
  compressSnapshot,
  decompressSnapshot,
  digitsByPosition,
  type StatusSnapshot,
  type StatusMap,
} from '../../../../functions/jobs/lists/read-status-map.ts';
import { planFolds } from '../../../../functions/jobs/lists/status-folding.ts';
import { statusChange, countJobs, type StatusLeaf } from '../../../../functions/jobs/lists/status-map.ts';
import { snapshotsOfPage, findPage } from '../../../../functions/jobs/lists/job-lists.ts';
import type { JobStatus } from '../../../../schemas/job.ts';
import { seededRandom } from '../../../setup/random.ts';

type Digit = JobStatus | 'none';
type Jobs = ReadonlyMap<number, JobStatus>;

const statuses = ['active', 'archived', 'draft'] as const;
const filters = [undefined, ...statuses];

/** Positions at the edge of a shard, of a number of 37 digits, or of a leaf of 40 numbers. */
const edges = [0, 1, 62, 63, 64, 65, 36 * 64 - 1, 36 * 64, 37 * 64 - 1, 37 * 64, 94_719, 94_720, 189_440];

/** A status map in memory: only ADD and folds change its Numbers, which are read as the DynamoDB client reads them. */
function storedMap() {
  const leaves = new Map<number, Map<string, bigint>>();
  const snapshots = new Map<string, StatusSnapshot>();
  let folds = 0;
  const currentMap = (): StatusMap => ({
    leaves: [...leaves].map(([leaf, numbers]) => ({
      leaf,
      attributes: Object.fromEntries(
        [...numbers].map(([name, sum]) => [
          name,
          Number.isSafeInteger(Number(sum)) ? Number(sum) : String(sum),
        ]),
      ),
    })),
    snapshots,
  });
  return {
    change: (position: number, from: Digit, to: Digit) => {
      const { leaf, attribute, delta, counts } = statusChange(position, from, to);
      const numbers = leaves.get(leaf) ?? new Map<string, bigint>();
      for (const [name, added] of Object.entries({ [attribute]: delta, ...counts })) {
        numbers.set(name, (numbers.get(name) ?? 0n) + BigInt(added));
      }
      leaves.set(leaf, numbers);
    },
    numbers: () => [...leaves.values()].flatMap((numbers) => [...numbers.values()]),
    read: currentMap,
    fold: () => {
      folds += 1;
      for (const { segment, snapshot, leaves: folded } of planFolds(currentMap())) {
        snapshots.set(
          snapshotName(segment, folds),
          decompressSnapshot(compressSnapshot(snapshot)) as StatusSnapshot,
        );
        for (const { leaf, given } of folded) {
          for (const name of Object.keys(given)) leaves.get(leaf)?.delete(name);
          leaves.get(leaf)?.set(SNAPSHOT_ATTRIBUTE, BigInt(folds));
        }
      }
    },
  };
}

function mapOf(jobs: Jobs): StatusMap {
  const stored = storedMap();
  for (const [position, status] of jobs) stored.change(position, 'none', status);
  return stored.read();
}

const none: StatusMap = { leaves: [], snapshots: new Map() };

const leafOf = (leaf: number, attributes: StatusLeaf['attributes']): StatusMap => ({
  ...none,
  leaves: [{ leaf, attributes }],
});

/** The expected page, by sorting, filtering and slicing all jobs. */
function plainPage(jobs: Jobs, status: JobStatus | undefined, page: number, pageSize: number) {
  const matching = [...jobs.keys()]
    .filter((position) => status === undefined || jobs.get(position) === status)
    .toSorted((a, b) => b - a);
  return { total: matching.length, positions: matching.slice((page - 1) * pageSize, page * pageSize) };
}

/** Compares every page of every list, and the empty page after the last one. */
function expectPagesOf(jobs: Jobs, map: StatusMap, pageSizes: readonly number[]) {
  for (const status of filters) {
    for (const pageSize of pageSizes) {
      const { total } = plainPage(jobs, status, 1, pageSize);
      expect({ status, total: countJobs(map.leaves, status) }).toEqual({ status, total });
      for (let page = 1; page <= Math.ceil(total / pageSize) + 1; page += 1) {
        const pageResult = findPage(map, { status, page, pageSize });
        const expected = plainPage(jobs, status, page, pageSize);
        expect([status, page, pageSize, pageResult]).toEqual([status, page, pageSize, expected]);
      }
    }
  }
}

/** Random changes of the jobs at the edges, and the statuses of the jobs after all changes. */
function randomChanges(random: () => number, count: number) {
  const jobs = new Map<number, JobStatus>();
  const changes = Array.from({ length: count }, (): [position: number, from: Digit, to: Digit] => {
    const position = edges[Math.floor(random() * edges.length)] ?? 0;
    const from = jobs.get(position) ?? 'none';
    const to = (['none', ...statuses] as const)[Math.floor(random() * 4)] ?? 'none';
    if (to === 'none') jobs.delete(position);
    else jobs.set(position, to);
    return [position, from, to];
  });
  return { jobs, changes };
}

describe('statusChange', () => {
  test('gives each of the first 200,000 positions its own digit, in numbers of at most 37 digits', () => {
    const slots = new Set<string>();
    let longest = 0;
    for (let position = 0; position < 200_000; position += 1) {
      const { leaf, attribute, delta } = statusChange(position, 'none', 'active');
      const digits = String(delta).length;
      longest = Math.max(longest, digits);
      slots.add(`${leaf} ${attribute} ${digits}`);
    }
    expect(slots.size).toBe(200_000);
    expect(longest).toBe(37);
  });

  test('sums up to the last status of each job, whatever the order of changes and leaves', () => {
    const random = seededRandom(1);
    const stored = storedMap();
    const { jobs, changes } = randomChanges(random, 2_000);
    const shuffled = changes
      .map((change) => ({ change, rank: random() }))
      .toSorted((a, b) => a.rank - b.rank);
    for (const { change } of shuffled) stored.change(...change);
    const map = stored.read();
    expectPagesOf(jobs, { ...map, leaves: map.leaves.toReversed() }, [1, 5]);
  });

  test('sums up to the last status of each job across folds', () => {
    const stored = storedMap();
    const { jobs, changes } = randomChanges(seededRandom(6), 240);
    for (const [step, change] of changes.entries()) {
      if (step % 60 === 59) stored.fold();
      stored.change(...change);
    }
    expectPagesOf(jobs, stored.read(), [5]);
  });
});

describe('findPage', () => {
  test('returns no jobs for an unwritten map and for the last possible page', () => {
    const [page, pageSize] = [2_147_483_647, 100];
    for (const status of filters) {
      expect(findPage(none, { status, page: 1, pageSize: 10 })).toEqual({ total: 0, positions: [] });
    }
    const pageResult = findPage(mapOf(new Map([[64, 'active']])), { page, pageSize });
    expect(pageResult).toEqual({ total: 1, positions: [] });
  });

  test.each(edges)(
    'returns the same pages as a plain model for random statuses around position %i',
    (edge) => {
      const random = seededRandom(edge + 1);
      const jobs = new Map<number, JobStatus>();
      for (let position = Math.max(0, edge - 70); position < edge + 70; position += 1) {
        const status = ([undefined, ...statuses] as const)[Math.floor(random() * 4)];
        if (status) jobs.set(position, status);
      }
      expectPagesOf(jobs, mapOf(jobs), [3, 10, 100]);
    },
  );
});

test('snapshotsOfPage names exactly the snapshots of the segments that the jobs of the page are in', () => {
  const stored = storedMap();
  const positions = [1, 2, 94_721, 94_722, 189_441, 300_000];
  for (const position of positions) stored.change(position, 'none', 'active');
  stored.fold();
  const { leaves } = stored.read();
  const snapshotsAt = (page: number, pageSize: number) => snapshotsOfPage(leaves, { page, pageSize });
  expect(snapshotsAt(1, 1)).toEqual([]);
  expect(snapshotsAt(2, 1)).toEqual(['2#1']);
  expect(snapshotsAt(2, 2)).toEqual(['1#1']);
  expect(snapshotsAt(2, 3)).toEqual(['1#1', '0#1']);
  expect(snapshotsAt(4, 2)).toEqual([]);
});

describe('digitsByPosition', () => {
  test('returns the complement of each digit when the number is negative', () => {
    const pageResult = digitsByPosition(leafOf(65, { n1: -1 }));
    const firstRow = 1_480 + 37;
    expect([...pageResult]).toEqual(
      Array.from({ length: 37 }, (_, digit) => [(firstRow + digit) * 64 + 1, 9]),
    );
  });

  test.each(['x12', '12x', '1.5', 'Infinity', '', null])('returns no digits for %j', (number) => {
    expect(digitsByPosition(leafOf(0, { n0: number })).size).toBe(0);
  });
});
