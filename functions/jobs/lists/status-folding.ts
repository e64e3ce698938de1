import {
  SNAPSHOT_ATTRIBUTE,
  snapshotIdOf,
  snapshotName,
  snapshotsOf,
  compressSnapshot,
} from './status-digits.ts';
import { planFolds, isEmpty, type Fold } from './status-fold.ts';
import { countAttributes, type StatusLeaf } from './status-map.ts';
import { conditionalUpdate, conditionedOn, asNumber } from '../../platform/dynamodb/conditional-writes.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { isWritten } from '../../platform/dynamodb/failures.ts';
import { employerIdOf } from '../../accounts/keys.ts';
import { foldPartition, jobKeys } from '../keys.ts';
import { attributes, indexes } from '../../platform/dynamodb/table.ts';
import { readWholeStatusMap } from './read-status-map.ts';

/** How old a snapshot is that can go when no leaf names it, in milliseconds: far older than any fold or list takes. */
const SPARED_MILLIS = 3_600_000;

/**
 * Folds status maps: moves the digits of full chunks from the leaves to new snapshots. Each leaf changes by one conditional
 * update of its own, which moves nothing if something was added meanwhile. Unlike a transaction it makes no creation
 * fail. A fold may stop anywhere and run twice: each leaf names the snapshot that it belongs to.
 */
export function statusFolding(db: Database, now: () => Date) {
  const foldLeaf = (employerId: number, id: number, { leaf, given }: Fold['leaves'][number]) => {
    const names = Object.keys(given);
    const found = Object.fromEntries(names.map((name) => [name, asNumber(given[name])]));
    const folded = Object.fromEntries(names.map((name) => [name, undefined]));
    const key = jobKeys.statusLeaf(employerId, leaf);
    return isWritten(
      db.update(conditionalUpdate(key, { ...folded, [SNAPSHOT_ATTRIBUTE]: id }, found).Update),
    );
  };

  const removeSpent = (employerId: number, { leaf, attributes: counts }: StatusLeaf) => {
    const found = Object.fromEntries(Object.values(countAttributes).map((name) => [name, counts[name]]));
    return isWritten(db.delete(conditionedOn(jobKeys.statusLeaf(employerId, leaf), found)));
  };

  /** Takes a leaf out of the queue, unless another position has put it there since it was read. */
  const leaveQueue = (employerId: number, { leaf, attributes: found }: StatusLeaf) => {
    const { refreshPartition: partition, refreshOrder: order } = attributes;
    const left = { [partition]: undefined, [order]: undefined };
    const key = jobKeys.statusLeaf(employerId, leaf);
    return isWritten(db.update(conditionalUpdate(key, left, { [order]: found[order] }).Update));
  };

  return {
    /** The employers whose maps are to be folded. */
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

    /** Folds the map of an employer, and removes leaves without jobs and snapshots that no leaf has named for long. */
    fold: async (employerId: number): Promise<void> => {
      const map = await readWholeStatusMap(db, employerId);
      const named = new Set(snapshotsOf(map.leaves));
      const ids = [...map.snapshots.keys()].map(snapshotIdOf);
      const time = now().getTime();
      for (const name of map.snapshots.keys()) {
        const isSpared = named.has(name) || snapshotIdOf(name) > time - SPARED_MILLIS;
        if (!isSpared) await db.delete({ Key: jobKeys.statusBase(employerId, name) });
      }
      for (const leaf of map.leaves.filter(isEmpty)) await removeSpent(employerId, leaf);
      const id = Math.max(time, ...ids.map((other) => other + 1));
      const leaves = map.leaves.filter((leaf) => !isEmpty(leaf));
      for (const { segment, snapshot, leaves: folded } of planFolds({ ...map, leaves })) {
        const key = jobKeys.statusBase(employerId, snapshotName(segment, id));
        const isNew = await isWritten(
          db.put({
            Item: { ...key, digits: compressSnapshot(snapshot) },
            ConditionExpression: 'attribute_not_exists(PK)',
          }),
        );
        // Another fold is at work, or this one lost an answer: the next one goes on.
        if (!isNew) return;
        for (const leaf of folded) await foldLeaf(employerId, id, leaf);
      }
      for (const leaf of leaves)
        if (leaf.attributes[attributes.refreshPartition]) await leaveQueue(employerId, leaf);
    },
  };
}
