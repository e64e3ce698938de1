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

/** What a leaf gives up for a new snapshot: its numbers of the full chunks, and its present snapshot. */
interface FoldedLeaf {
  leaf: number;
  /** The attributes, as they were read; undefined for a snapshot that it does not have. */
  given: Readonly<Record<string, unknown>>;
}

/** The fold of a segment: a new snapshot, and the leaves that are to name it. */
export interface Fold {
  segment: number;
  snapshot: StatusSnapshot;
  leaves: FoldedLeaf[];
}

/** Whether a leaf has no jobs, so that it can go: one that is not there counts as zeros. */
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
 * How to fold a map: in each segment with numbers of full chunks, these and what is in its snapshots become one new snapshot.
 * The newest chunk stays in the leaves, because it changes with every creation. So does a leaf with digits that mean
 * nothing, or with a snapshot that is missing: to verify finds and repairs them.
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
        const isWhole = name === undefined || snapshots.has(name);
        return !hasNoCounts && isWhole && areStatusDigits(readDigits({ leaves: [leaf], snapshots }));
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
