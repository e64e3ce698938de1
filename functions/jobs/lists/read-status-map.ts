import { lruCache } from '../../platform/cache.ts';
import { decompressSnapshot, type StatusSnapshot, type StatusMap } from './status-digits.ts';
import { countAttributes, type StatusLeaf } from './status-map.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { snapshotNameOf, jobKeys, leafOf, jobPrefixes } from '../keys.ts';
import { beginningWith } from '../../platform/dynamodb/table.ts';
import { accountKeys } from '../../accounts/keys.ts';

/** The maximum number of snapshots in memory, of 24 KB each. A snapshot never changes. */
const MAX_CACHED_SNAPSHOTS = 170;
const snapshotCache = lruCache<StatusSnapshot>(MAX_CACHED_SNAPSHOTS);

type Read = { ConsistentRead?: boolean };

async function readLeaves(
  db: Database,
  employerId: number,
  attributeNames: string[],
  read: Read,
): Promise<StatusLeaf[]> {
  const { PK: partition } = jobKeys.statusLeaf(employerId, 0);
  const { from, to } = beginningWith(jobPrefixes.statusLeaf);
  const items = await db.query({
    ...read,
    KeyConditionExpression: '#PK = :PK AND #SK BETWEEN :from AND :to',
    ...(attributeNames.length > 0 && {
      ProjectionExpression: ['SK', ...attributeNames].map((name) => `#${name}`).join(', '),
    }),
    ExpressionAttributeNames: Object.fromEntries(
      ['PK', 'SK', ...attributeNames].map((name) => [`#${name}`, name]),
    ),
    ExpressionAttributeValues: { ':PK': partition, ':from': from, ':to': to },
  });
  return items.map((attributes) => ({ leaf: leafOf({ SK: attributes['SK'] }), attributes }));
}

/** Reads only the counts: the same units, but far less to transfer and decode. */
export const readStatusCounts = (db: Database, employerId: number): Promise<StatusLeaf[]> =>
  readLeaves(db, employerId, Object.values(countAttributes), {});

/** Decodes stored snapshots by name, without damaged ones. */
export const toSnapshots = (items: readonly Item[]): Map<string, StatusSnapshot> =>
  new Map(
    items.flatMap(({ SK, digits }) => {
      const snapshot = decompressSnapshot(digits);
      return snapshot ? [[snapshotNameOf({ SK }), snapshot]] : [];
    }),
  );

/** Reads the existing snapshots with these names. */
async function readSnapshots(
  db: Database,
  employerId: number,
  names: readonly string[],
  read: Read,
): Promise<Map<string, StatusSnapshot>> {
  const { PK } = accountKeys.employer(employerId);
  const cacheNameOf = (name: string) => `${db.tableName} ${PK} ${name}`;
  const snapshots = new Map<string, StatusSnapshot>();
  for (const name of names) {
    const base = snapshotCache.get(cacheNameOf(name));
    if (base) snapshots.set(name, base);
  }
  const missing = names
    .filter((name) => !snapshots.has(name))
    .map((name) => jobKeys.statusSnapshot(employerId, name));
  const stored = toSnapshots(missing.length > 0 ? await db.batchGet(missing, read) : []);
  for (const [name, base] of stored) snapshotCache.set(cacheNameOf(name), base);
  return new Map([...snapshots, ...stored]);
}

/**
 * Reads the leaves of an employer's status map, and the snapshots that are needed. A missing snapshot was written or
 * replaced a moment ago: then both are read once more, strongly.
 */
export async function readStatusMap(
  db: Database,
  employerId: number,
  needed: (leaves: readonly StatusLeaf[]) => readonly string[],
): Promise<StatusMap> {
  const readAll = async (read: Read) => {
    const leaves = await readLeaves(db, employerId, [], read);
    const names = needed(leaves);
    const snapshots = await readSnapshots(db, employerId, names, read);
    return { leaves, snapshots, isWhole: snapshots.size === names.length };
  };
  const { isWhole, ...map } = await readAll({});
  return isWhole ? map : readAll({ ConsistentRead: true });
}

/** Reads the whole status map of an employer strongly, including snapshots that no leaf names. */
export async function readCompleteStatusMap(db: Database, employerId: number): Promise<StatusMap> {
  const leaves = await readLeaves(db, employerId, [], { ConsistentRead: true });
  const { PK, SK } = jobKeys.statusSnapshot(employerId, '');
  const { from, to } = beginningWith(SK);
  // After the leaves, so that it finds every snapshot that one of them names.
  const items = await db.query({
    KeyConditionExpression: '#PK = :PK AND #SK BETWEEN :from AND :to',
    ExpressionAttributeNames: { '#PK': 'PK', '#SK': 'SK' },
    ExpressionAttributeValues: { ':PK': PK, ':from': from, ':to': to },
    ConsistentRead: true,
  });
  return { leaves, snapshots: toSnapshots(items) };
}
