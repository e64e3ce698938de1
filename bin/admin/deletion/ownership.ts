import type { Item } from '../../../functions/platform/dynamodb/database.ts';
import { partitions } from '../../../lib/partitions.ts';

/**
 * The owner of the items in each kind of partition: the employer in the partition key (`key`), the employer that each
 * item names (`item`) or that then owns the whole partition (`partition`), or none, for items that all employers share,
 * and for anonymous hashes that expire.
 */
const ownership = {
  employers: 'key',
  applications: 'key',
  events: 'key',
  webhooks: 'key',
  rowPacks: 'key',
  apiKeys: 'partition',
  partners: 'item',
  idBlocks: 'item',
  publicNames: 'item',
  parkedChanges: 'item',
  counts: 'nobody',
  counters: 'nobody',
  places: 'nobody',
  secret: 'nobody',
  operator: 'nobody',
  // The operator keeps reports about an employer, which never sees them.
  reports: 'nobody',
} as const satisfies Record<keyof typeof partitions, 'key' | 'item' | 'partition' | 'nobody'>;

/** The attributes that `ownerOf` reads. */
export const ownerAttributes = ['PK', 'employer', 'employerId'] as const;

/** The kind of an item's partition, and the rest of its key. Throws for an unknown prefix. */
function placeOf({ PK }: Item) {
  const kind = Object.entries(partitions).find(([, prefix]) => PK.startsWith(prefix));
  if (!kind) throw new Error(`The key design knows no partition ${PK}.`);
  const [name, prefix] = kind as [keyof typeof partitions, string];
  return { owned: ownership[name], rest: PK.slice(prefix.length) };
}

/** The rate-limit bucket of an account is in a partition by its id; API keys are in partitions by hashes of 64 digits. */
const isAccountId = (rest: string) => /^\d{1,10}$/.test(rest);

/** The employer that owns an item, if it has one. Throws for an unknown kind of item. */
export function ownerOf(item: Item): number | undefined {
  const { owned, rest } = placeOf(item);
  if (owned === 'nobody') return undefined;
  const isByKey = owned === 'key' || (owned === 'partition' && isAccountId(rest));
  return isByKey ? Number(rest) : (item['employer']?.id ?? item['employerId']);
}

/** Whether all items of the partition of an item are its owner's, though it alone says so. */
export const ownsPartition = (item: Item): boolean => placeOf(item).owned === 'partition';
