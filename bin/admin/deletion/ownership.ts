import type { Item } from '../../../functions/platform/dynamodb/database.ts';
import { partitions } from '../../../lib/partitions.ts';

/**
 * Whose the items of each kind of partition are: the employer's whose id ends the partition key (`key`); each the
 * employer's that it names (`item`), or then the whole partition (`partition`); or nobody's, as all employers share them,
 * or as they are hashes that say of nobody and expire by themselves.
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
  // Whoever runs the service keeps what was said of an employer, which never sees it.
  reports: 'nobody',
} as const satisfies Record<keyof typeof partitions, 'key' | 'item' | 'partition' | 'nobody'>;

/** The attributes that `ownerOf` reads. */
export const ownerAttributes = ['PK', 'employer', 'employerId'] as const;

/** What kind of partition an item is in, and what follows its prefix. Throws for one that the key design does not know. */
function placeOf({ PK }: Item) {
  const kind = Object.entries(partitions).find(([, prefix]) => PK.startsWith(prefix));
  if (!kind) throw new Error(`The key design knows no partition ${PK}.`);
  const [name, prefix] = kind as [keyof typeof partitions, string];
  return { owned: ownership[name], rest: PK.slice(prefix.length) };
}

/** The rate-limit bucket of an account is in a partition by its id; API keys are in partitions by hashes of 64 digits. */
const isAccountId = (rest: string) => /^\d{1,10}$/.test(rest);

/** The employer whose an item is, as far as the item says; undefined if it says nothing. Throws for an item of no known kind. */
export function ownerOf(item: Item): number | undefined {
  const { owned, rest } = placeOf(item);
  if (owned === 'nobody') return undefined;
  const isByKey = owned === 'key' || (owned === 'partition' && isAccountId(rest));
  return isByKey ? Number(rest) : (item['employer']?.id ?? item['employerId']);
}

/** Whether all items of the partition of an item are its owner's, though it alone says so. */
export const ownsPartition = (item: Item): boolean => placeOf(item).owned === 'partition';
