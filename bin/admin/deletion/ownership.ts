import type { Item } from '../../../functions/platform/dynamodb/database.ts';
import { filePrefixes, partitions } from '../../../lib/partitions.ts';
import { applicationKeys, employerIdOfFile } from '../../../functions/applications/keys.ts';
import { accountKeys } from '../../../functions/accounts/keys.ts';
import { jobPrefixes } from '../../../functions/jobs/keys.ts';
import type { Connection } from '../connection.ts';
import type { FileStore } from '../../../functions/platform/files/file-store.ts';
import { parseLogoName } from '../../../functions/accounts/domain/logo-file.ts';

/**
 * How to find the owner of the items in each kind of partition:
 * - `key`: the partition key ends with the employer's id.
 * - `item`: each item contains its employer's id.
 * - `partition`: one item contains the employer's id, and the whole partition belongs to that employer.
 * - `shared`: all employers share the items, or they expire and say nothing of anybody.
 */
const ownership = {
  employers: 'key',
  applications: 'key',
  events: 'key',
  webhooks: 'key',
  rowPacks: 'key',
  apiKeys: 'partition',
  rateLimits: 'shared',
  partners: 'item',
  idBlocks: 'item',
  publicNames: 'item',
  parkedChanges: 'item',
  counts: 'shared',
  counters: 'shared',
  places: 'shared',
  secret: 'shared',
  operator: 'shared',
  // Reports about an employer wait for their mail to the operator; the employer never sees them.
  reports: 'shared',
} as const satisfies Record<keyof typeof partitions, 'key' | 'item' | 'partition' | 'shared'>;

const ownerAttributes = ['PK', 'employer', 'employerId'] as const;

/**
 * The kind of ownership of an item's partition, and the rest of the partition key. Throws for a prefix that the key
 * design does not define.
 */
function ownershipOf({ PK }: Item) {
  const kind = Object.entries(partitions).find(([, prefix]) => PK.startsWith(prefix));
  if (!kind) throw new Error(`The key design knows no partition ${PK}.`);
  const [name, prefix] = kind as [keyof typeof partitions, string];
  return { owned: ownership[name], rest: PK.slice(prefix.length) };
}

/**
 * The employer that owns an item, according to the item itself; undefined for shared items. Throws for a partition that
 * the key design does not define.
 */
export function ownerOf(item: Item): number | undefined {
  const { owned, rest } = ownershipOf(item);
  if (owned === 'shared') return undefined;
  return owned === 'key' ? Number(rest) : (item['employer']?.id ?? item['employerId']);
}

/** Whether the owner of an item owns its whole partition, although the other items do not say so. */
export const ownsPartition = (item: Item): boolean => ownershipOf(item).owned === 'partition';

/** Scans the whole table for the items of an employer, page by page, each with its key and the tombstone attribute. */
export async function* itemsOwnedBy({ scan }: Pick<Connection, 'scan'>, employerId: number) {
  for await (const items of scan([...ownerAttributes, 'SK', 'lastVersion'])) {
    yield items.filter((item) => ownerOf(item) === employerId);
  }
}

/** The number of the application in an item; undefined for other items. */
export function applicationNumber(employerId: number, { PK, SK }: Item): number | undefined {
  const isApplication = PK === applicationKeys.application(employerId, 0).PK && /^\d+$/.test(SK);
  return isApplication ? Number(SK) : undefined;
}

export const isJob = (employerId: number, { PK, SK }: Item): boolean =>
  PK === accountKeys.employer(employerId).PK && SK.startsWith(jobPrefixes.job);

/**
 * The employer of a file, by prefix; null if the key does not contain it: such files are removed or rewritten within
 * two days.
 */
const fileOwners: Record<keyof typeof filePrefixes, ((key: string) => number | undefined) | null> = {
  applications: employerIdOfFile,
  logos: (key) => parseLogoName(key.slice(filePrefixes.logos.length))?.employerId,
  uploads: null,
  public: null,
};

export async function* filesOwnedBy(
  { list }: Pick<FileStore, 'list'>,
  employerId: number,
): AsyncGenerator<string> {
  for (const [name, employerOf] of Object.entries(fileOwners)) {
    if (!employerOf) continue;
    for await (const { key } of list(filePrefixes[name as keyof typeof filePrefixes])) {
      if (employerOf(key) === employerId) yield key;
    }
  }
}
