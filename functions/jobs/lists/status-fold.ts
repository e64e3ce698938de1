import {
  SNAPSHOT_ATTRIBUTE,
  createSnapshot,
  snapshotOf,
  bySegment,
  readDigits,
  areStatusDigits,
  type StatusSnapshot,
  type StatusMap,
} from './status-digits.ts';
import { countAttributes, numberAttributes, type StatusLeaf } from './status-map.ts';

/** The numbers and the snapshot of a leaf that a new snapshot replaces. */
interface FoldedLeaf {
  leaf: number;
  /** The attributes as read; undefined for a missing snapshot. */
  given: Readonly<Record<string, unknown>>;
}

/** The fold of a segment: a new snapshot, and the leaves that will name it. */
export interface Fold {
  segment: number;
  snapshot: StatusSnapshot;
  leaves: FoldedLeaf[];
}

/** Whether a leaf has no jobs, so that it can be deleted: a missing leaf counts as zeros. */
export const isEmpty = (leaf: StatusLeaf): boolean =>
  Object.values(countAttributes).every((name) => (leaf.attributes[name] ?? 0) === 0);

const foldedLeaf = (leaf: StatusLeaf, newestChunk: number): FoldedLeaf => ({
  leaf: leaf.leaf,
  given: Object.fromEntries(
    [
      SNAPSHOT_ATTRIBUTE,
      ...numberAttributes(leaf).flatMap(({ name, chunk }) => (chunk < newestChunk ? name : [])),
    ].map((name) => [name, leaf.attributes[name]]),
  ),
});

const asLeaf = ({ leaf, given }: FoldedLeaf): StatusLeaf => ({ leaf, attributes: given });

/**
 * Plans the folds of a map: in each segment, the numbers of full chunks and the present snapshots become one new
 * snapshot. The newest chunk stays in the leaves, because it changes with every creation. So does a leaf with
 * meaningless digits or a missing snapshot, which `verify` finds and repairs.
 */
export function planFolds({ leaves, snapshots }: StatusMap): Fold[] {
  const newestChunk = leaves
    .flatMap(numberAttributes)
    .reduce((newest, { chunk }) => Math.max(newest, chunk), 0);
  return bySegment(leaves).flatMap(([segment, inSegment]) => {
    const folded = inSegment
      .map((leaf) => foldedLeaf(leaf, newestChunk))
      .filter((one) => {
        const leaf = asLeaf(one);
        const name = snapshotOf(leaf);
        const hasNoCounts = name === undefined && numberAttributes(leaf).length === 0;
        const hasSnapshot = name === undefined || snapshots.has(name);
        return !hasNoCounts && hasSnapshot && areStatusDigits(readDigits({ leaves: [leaf], snapshots }));
      });
    const parts = folded.map(asLeaf);
    if (parts.every((leaf) => numberAttributes(leaf).length === 0)) return [];
    return [
      {
        segment,
        snapshot: createSnapshot(readDigits({ leaves: parts, snapshots })),
        leaves: folded,
      },
    ];
  });
}
