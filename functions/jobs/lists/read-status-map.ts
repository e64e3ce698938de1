import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { lruCache } from '../../platform/cache.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { beginningWith } from '../../platform/dynamodb/sort-keys.ts';
import { accountKeys } from '../../accounts/keys.ts';
import { snapshotNameOf, jobKeys, leafOf, jobPrefixes } from '../keys.ts';
import {
  countAttributes,
  DIGITS_PER_NUMBER,
  SEGMENT_SIZE,
  segmentOf,
  shardOf,
  SHARDS,
  numberAttributes,
  type StatusLeaf,
} from './status-map.ts';

/**
 * Digits that were moved out of the leaves of a segment: two bits per position. A snapshot never changes. The digit of
 * a position is that of its leaf's snapshot plus that of the leaf, so one write to a leaf moves digits from one to the
 * other, and a reader of a leaf and its snapshot sees the state before or after.
 */
export type StatusSnapshot = Uint8Array;

const DIGITS_PER_BYTE = 4;
const HIGHEST_DIGIT = 3;

/** Leaves, and the snapshots that they name. */
export interface StatusMap {
  leaves: readonly StatusLeaf[];
  snapshots: ReadonlyMap<string, StatusSnapshot>;
}

/** The attribute of a leaf that names its snapshot. */
export const SNAPSHOT_ATTRIBUTE = 'b';

/** The name of a snapshot: its segment and a unique id. */
export const snapshotName = (segment: number, id: number): string => `${segment}#${id}`;

/** The id in the name of a snapshot: the time of its creation in milliseconds since 1970, or slightly later. */
export const snapshotIdOf = (name: string): number => Number(name.slice(name.indexOf('#') + 1));

/** The name of the snapshot of a leaf, if it has one. */
export function snapshotOf({ leaf, attributes }: StatusLeaf): string | undefined {
  const id = attributes[SNAPSHOT_ATTRIBUTE];
  return id === undefined ? undefined : snapshotName(segmentOf(leaf), Number(id));
}

/** The names of the snapshots of these leaves, each once. */
export const snapshotsOf = (leaves: readonly StatusLeaf[]): string[] => [
  ...new Set(leaves.flatMap((leaf) => snapshotOf(leaf) ?? [])),
];

/** The leaves of each segment, newest first. */
export const bySegment = (leaves: readonly StatusLeaf[]): [segment: number, leaves: StatusLeaf[]][] =>
  [...Map.groupBy(leaves, ({ leaf }) => segmentOf(leaf))].toSorted(([a], [b]) => b - a);

const ZERO = '0'.charCodeAt(0);

/**
 * Adds a leaf's number to the digits from the first one on, one per shard. The number may be negative. A value that is
 * no whole number counts as zero.
 */
function addNumber(sums: Uint8Array, first: number, number: unknown): void {
  const text = String(number);
  if (!/^-?\d+$/.test(text)) return;
  const sign = text.startsWith('-') ? -1 : 1;
  const length = sign < 0 ? text.length - 1 : text.length;
  let carry = 0;
  for (let shift = 0; shift < DIGITS_PER_NUMBER && (shift < length || carry !== 0); shift += 1) {
    const digit = shift < length ? text.charCodeAt(text.length - 1 - shift) - ZERO : 0;
    const index = first + shift * SHARDS;
    const sum = (sums[index] ?? 0) + sign * digit + carry;
    carry = Math.floor(sum / 10);
    sums[index] = sum - carry * 10;
  }
}

/** The digits of one segment's leaves, by position in it. A missing snapshot counts as zeros. */
export function readDigits({ leaves, snapshots }: StatusMap): Uint8Array {
  const digits = new Uint8Array(SEGMENT_SIZE);
  for (const leaf of leaves) {
    const shard = shardOf(leaf.leaf);
    const snapshot = snapshots.get(snapshotOf(leaf) ?? '');
    if (snapshot) {
      for (let index = shard; index < SEGMENT_SIZE; index += SHARDS) {
        const byte = snapshot[Math.floor(index / DIGITS_PER_BYTE)] ?? 0;
        digits[index] = (byte >> ((index % DIGITS_PER_BYTE) * 2)) & HIGHEST_DIGIT;
      }
    }
    for (const { name, firstPosition } of numberAttributes(leaf)) {
      addNumber(digits, (firstPosition % SEGMENT_SIZE) + shard, leaf.attributes[name]);
    }
  }
  return digits;
}

/** Whether every digit means a status or no job, so that a snapshot can contain the digits. */
export const areStatusDigits = (digits: Uint8Array): boolean =>
  digits.every((digit) => digit <= HIGHEST_DIGIT);

/** Creates a snapshot of digits. */
export function createSnapshot(digits: Uint8Array): StatusSnapshot {
  const snapshot = new Uint8Array(SEGMENT_SIZE / DIGITS_PER_BYTE);
  for (const [index, digit] of digits.entries()) {
    const at = Math.floor(index / DIGITS_PER_BYTE);
    snapshot[at] = (snapshot[at] ?? 0) | (digit << ((index % DIGITS_PER_BYTE) * 2));
  }
  return snapshot;
}

/** Compresses a snapshot for storage: about 13 bits for ten jobs, fewer when neighbours have the same status. */
export const compressSnapshot = (snapshot: StatusSnapshot): Uint8Array => brotliCompressSync(snapshot);

/** Decompresses a stored snapshot; undefined when it is damaged. */
export function decompressSnapshot(stored: unknown): StatusSnapshot | undefined {
  try {
    const snapshot = brotliDecompressSync(stored as Uint8Array);
    return snapshot.length === SEGMENT_SIZE / DIGITS_PER_BYTE ? snapshot : undefined;
  } catch {
    return undefined;
  }
}

/** All non-zero digits of some leaves, by position. */
export function digitsByPosition({ leaves, snapshots }: StatusMap): Map<number, number> {
  const digits = new Map<number, number>();
  for (const [segment, inSegment] of bySegment(leaves)) {
    for (const [index, digit] of readDigits({ leaves: inSegment, snapshots }).entries()) {
      if (digit !== 0) digits.set(segment * SEGMENT_SIZE + index, digit);
    }
  }
  return digits;
}

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

/** Reads only the counts, which costs the same read units, but far less time to transfer and decode. */
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
    const cached = snapshotCache.get(cacheNameOf(name));
    if (cached) snapshots.set(name, cached);
  }
  const missing = names
    .filter((name) => !snapshots.has(name))
    .map((name) => jobKeys.statusSnapshot(employerId, name));
  const stored = toSnapshots(missing.length > 0 ? await db.batchGet(missing, read) : []);
  for (const [name, snapshot] of stored) snapshotCache.set(cacheNameOf(name), snapshot);
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
  // Snapshots are read after the leaves, so that every snapshot that a leaf names is found.
  const items = await db.query({
    KeyConditionExpression: '#PK = :PK AND #SK BETWEEN :from AND :to',
    ExpressionAttributeNames: { '#PK': 'PK', '#SK': 'SK' },
    ExpressionAttributeValues: { ':PK': PK, ':from': from, ':to': to },
    ConsistentRead: true,
  });
  return { leaves, snapshots: toSnapshots(items) };
}
