import {
  SNAPSHOT_ATTRIBUTE,
  snapshotIdOf,
  snapshotName,
  snapshotsOf,
  compressSnapshot,
  createSnapshot,
  snapshotOf,
  bySegment,
  readDigits,
  areStatusDigits,
  type StatusSnapshot,
  type StatusMap,
  readCompleteStatusMap,
} from './read-status-map.ts';
import { countAttributes, type StatusLeaf, numberAttributes } from './status-map.ts';
import { conditionalUpdate, conditionedOn, asNumber } from '../../platform/dynamodb/writes.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { isWritten } from '../../platform/dynamodb/failures.ts';
import { employerIdOf } from '../../accounts/keys.ts';
import { foldPartition, jobKeys } from '../keys.ts';
import { attributes, indexes } from '../../platform/dynamodb/table.ts';

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
const isEmpty = (leaf: StatusLeaf): boolean =>
  Object.values(countAttributes).every((name) => (leaf.attributes[name] ?? 0) === 0);

const foldedLeaf = (leaf: StatusLeaf, newestChunk: number): FoldedLeaf => ({
  leaf: leaf.leaf,
  given: Object.fromEntries(
    [
      SNAPSHOT_ATTRIBUTE,
      ...numberAttributes(leaf).flatMap(({ name, firstPosition }) =>
        firstPosition < newestChunk ? name : [],
      ),
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
    .reduce((newest, { firstPosition }) => Math.max(newest, firstPosition), 0);
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

/** The age at which a snapshot that no leaf names is deleted, in milliseconds: far more than any fold or list takes. */
const UNUSED_SNAPSHOT_MILLIS = 3_600_000;

/**
 * Folds status maps: moves the digits of full chunks from the leaves to new snapshots. Each leaf changes by its own
 * conditional update, which fails if a digit was added since. Unlike a transaction it fails no creation. A fold
 * may be interrupted or repeated: each leaf names its own snapshot.
 */
export function statusFolding(db: Database, now: () => Date) {
  const foldLeaf = (employerId: number, id: number, { leaf, given }: Fold['leaves'][number]) => {
    const names = Object.keys(given);
    const expected = Object.fromEntries(names.map((name) => [name, asNumber(given[name])]));
    const folded = Object.fromEntries(names.map((name) => [name, undefined]));
    const key = jobKeys.statusLeaf(employerId, leaf);
    return isWritten(
      db.update(conditionalUpdate(key, { ...folded, [SNAPSHOT_ATTRIBUTE]: id }, expected).Update),
    );
  };

  const deleteEmpty = (employerId: number, { leaf, attributes: counts }: StatusLeaf) => {
    const expected = Object.fromEntries(Object.values(countAttributes).map((name) => [name, counts[name]]));
    return isWritten(db.delete(conditionedOn(jobKeys.statusLeaf(employerId, leaf), expected)));
  };

  /** Removes a leaf from the queue, unless another position has queued the leaf again since it was read. */
  const leaveQueue = (employerId: number, { leaf, attributes: leafAttributes }: StatusLeaf) => {
    const { refreshPartition: partition, refreshOrder: order } = attributes;
    const outOfQueue = { [partition]: undefined, [order]: undefined };
    const key = jobKeys.statusLeaf(employerId, leaf);
    return isWritten(
      db.update(conditionalUpdate(key, outOfQueue, { [order]: leafAttributes[order] }).Update),
    );
  };

  return {
    /** Lists the employers whose maps are queued. */
    due: async function* due(): AsyncGenerator<number> {
      const { partition } = indexes.byRefreshDate;
      const items = await db.query({
        IndexName: 'byRefreshDate',
        KeyConditionExpression: '#partition = :partition',
        ExpressionAttributeNames: { '#partition': partition },
        ExpressionAttributeValues: { ':partition': foldPartition },
      });
      yield* new Set(items.map(({ PK }) => employerIdOf({ PK })));
    },

    /** Folds the map of an employer, and deletes leaves without jobs and snapshots that no leaf has named for an hour. */
    fold: async (employerId: number): Promise<void> => {
      const map = await readCompleteStatusMap(db, employerId);
      const inUse = new Set(snapshotsOf(map.leaves));
      const ids = [...map.snapshots.keys()].map(snapshotIdOf);
      const time = now().getTime();
      for (const name of map.snapshots.keys()) {
        const isNeeded = inUse.has(name) || snapshotIdOf(name) > time - UNUSED_SNAPSHOT_MILLIS;
        if (!isNeeded) await db.delete({ Key: jobKeys.statusSnapshot(employerId, name) });
      }
      for (const leaf of map.leaves.filter(isEmpty)) await deleteEmpty(employerId, leaf);
      const id = Math.max(time, ...ids.map((other) => other + 1));
      const leaves = map.leaves.filter((leaf) => !isEmpty(leaf));
      for (const { segment, snapshot, leaves: folded } of planFolds({ ...map, leaves })) {
        const key = jobKeys.statusSnapshot(employerId, snapshotName(segment, id));
        const isNew = await isWritten(
          db.put({
            Item: { ...key, digits: compressSnapshot(snapshot) },
            ConditionExpression: 'attribute_not_exists(PK)',
          }),
        );
        // Another fold is running, or this fold lost a response. The next fold continues.
        if (!isNew) return;
        for (const leaf of folded) await foldLeaf(employerId, id, leaf);
      }
      for (const leaf of leaves)
        if (leaf.attributes[attributes.refreshPartition]) await leaveQueue(employerId, leaf);
    },
  };
}
