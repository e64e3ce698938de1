import type { JobStatus } from '../../schemas/job.ts';
import type { Job } from './job/job.ts';
import { accountPartition } from '../accounts/keys.ts';
import type { Key } from '../platform/dynamodb/database.ts';
import { sortableNumber } from '../platform/dynamodb/sort-keys.ts';

/** Prefixes of keys. A prefix has one letter if every index row or page contains it, because its length costs units. */
export const jobPrefixes = {
  job: 'J#',
  statusLeaf: 'S#',
  // Sorts after the leaves: a query in key order reads leaves before the snapshots that they name.
  statusSnapshot: 'SB#',
  reference: 'REFERENCE#',
  idBlock: 'B#',
  publicName: 'N#',
  rowPacks: 'Q#',
  applications: 'A#',
} as const;

/** The number of digits of a time in milliseconds since 1970, until the year 2286. */
const MILLISECOND_DIGITS = 13;

export const jobKeys = {
  /** A job with its version, its position and the attributes of the indexes. */
  job: (employerId: number, jobId: number): Key => ({
    PK: accountPartition(employerId),
    SK: `${jobPrefixes.job}${jobId}`,
  }),
  /** The index item of an application under its job, in the partition of the employer's applications. */
  application: (employerId: number, jobId: number, number: number): Key => ({
    PK: `${jobPrefixes.applications}${employerId}`,
    SK: `${jobPrefixes.job}${jobId}#${sortableNumber(number)}`,
  }),
  /** Counts how often candidates followed the link from a job to the employer's website. In the same partition. */
  clicks: (employerId: number, jobId: number): Key => ({
    PK: `${jobPrefixes.applications}${employerId}`,
    SK: `CLICKS#${jobId}`,
  }),
  /** The id of the job that has a referenceId: makes the referenceId unique within the employer. */
  reference: (employerId: number, referenceId: string): Key => ({
    PK: accountPartition(employerId),
    SK: `${jobPrefixes.reference}${referenceId}`,
  }),
  /** A leaf of the status map: the statuses of the employer's jobs, by position. */
  statusLeaf: (employerId: number, leaf: number): Key => ({
    PK: accountPartition(employerId),
    SK: `${jobPrefixes.statusLeaf}${leaf}`,
  }),
  /** A snapshot of digits from the leaves of the status map, by name. Never changes. */
  statusSnapshot: (employerId: number, name: string): Key => ({
    PK: accountPartition(employerId),
    SK: `${jobPrefixes.statusSnapshot}${name}`,
  }),
  /** The employer's last position and publish date, and its leased blocks of job ids. */
  numbers: (employerId: number): Key => ({ PK: accountPartition(employerId), SK: 'NUMBERS' }),
  /** The employer to which a block of job ids was leased. Never changes. */
  idBlock: (block: number): Key => ({ PK: `${jobPrefixes.idBlock}${block}`, SK: 'BLOCK' }),
  /** A pack of byChange rows from a time on (milliseconds since 1970). Expires. */
  rowPack: (employerId: number, from: number): Key => ({
    PK: `${jobPrefixes.rowPacks}${employerId}`,
    SK: String(from).padStart(MILLISECOND_DIGITS, '0'),
  }),
  /** The employer and the id of the job that has a public name. */
  publicName: (name: string): Key => ({ PK: `${jobPrefixes.publicName}${name}`, SK: 'JOB' }),
} as const;

/** How many job ids an employer leases together from the counter shared by all employers. */
export const ID_BLOCK = 64;

/** The number of the block that contains a job id. */
export const idBlockOf = (jobId: number): number => Math.floor((jobId - 1) / ID_BLOCK);

/** The id of the job with this key. */
export const jobIdOf = ({ SK }: Pick<Key, 'SK'>): number => Number(SK.slice(jobPrefixes.job.length));

/** The number of the status-map leaf with this key. */
export const leafOf = ({ SK }: Pick<Key, 'SK'>): number => Number(SK.slice(jobPrefixes.statusLeaf.length));

/** The name of the status snapshot with this key. */
export const snapshotNameOf = ({ SK }: Pick<Key, 'SK'>): string =>
  SK.slice(jobPrefixes.statusSnapshot.length);

/** The time of the first row in the pack with this key. */
export const packStart = ({ SK }: Pick<Key, 'SK'>): number => Number(SK);

/** The partition of the byStatus index. */
export const statusPartition = (employerId: number, status: JobStatus) =>
  `${accountPartition(employerId)}#${status}`;

/** The number of partitions of the byRefreshDate index, each with its own auto-refresh runs. */
export const REFRESH_SHARDS = 8;

/** A partition of the byRefreshDate index. All jobs of an employer are in the same one. */
export const refreshPartition = (shard: number) => `REFRESH#${shard}`;

/** The partition of the byRefreshDate index with the status maps to be folded. */
export const foldPartition = 'FOLD';

/** The shard of an employer's jobs, from 0. */
export const refreshShardOf = (employerId: number) => employerId % REFRESH_SHARDS;

/** The sort key of a job in a refresh shard: its date, employer and position. */
export const refreshOrder = (refreshDate: string, employerId: number, position: number) =>
  `${refreshDate}#${employerId}#${sortableNumber(position)}`;

/** The refresh date in a sort key of a refresh shard. */
export const refreshDateOf = (order: string): string => order.slice(0, 'YYYY-MM-DD'.length);

/** The fields that determine a posting's address. A job that is only validated has no id yet. */
type AddressFields = Pick<Job, 'confidential' | 'publicName'> & { id?: number };

/** The id of a job in public addresses. A confidential job has its public name, which an old job may still lack. */
export function publicIdOf({ id, confidential, publicName }: AddressFields): string | undefined {
  if (id === undefined) return undefined;
  return confidential ? (publicName ?? undefined) : String(id);
}

/** The path of the page of a posting. */
export const postingPath = (publicId: string): string => `/jobs/${publicId}`;

/**
 * The absolute URL of the posting of a job (guide: job-content 1); null for a draft, and for a job without a public id.
 */
export function postingUrlOf(
  job: AddressFields & Pick<Job, 'status'>,
  siteAddress: (path: string) => string,
): string | null {
  const publicId = job.status === 'draft' ? undefined : publicIdOf(job);
  return publicId === undefined ? null : siteAddress(postingPath(publicId));
}
