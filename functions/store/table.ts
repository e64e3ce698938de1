import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import type { JobStatus } from '../../schemas/job.ts';

/** The key of an item. */
export interface Key {
  PK: string;
  SK: string;
}

/** What keys begin with; one letter where every row of an index, or every page, pays for it. */
export const prefixes = {
  employer: 'E#',
  job: 'J#',
  statusLeaf: 'S#',
  reference: 'REFERENCE#',
  apiKey: 'KEY#',
} as const;

const partitionOf = (employerId: number) => `${prefixes.employer}${employerId}`;

/** The key design of the single table: one entry per kind of item. */
export const keys = {
  /** An employer: name, plan, since when it is suspended. */
  employer: (employerId: number): Key => ({ PK: partitionOf(employerId), SK: 'PROFILE' }),
  /** What an API key opens, found by the SHA-256 of the key: its employer, label, dates. */
  apiKey: (hash: string): Key => ({ PK: `${prefixes.apiKey}${hash}`, SK: 'KEY' }),
  /** When the bucket of an API key is full again: what is left of its rate limit. Expires by itself. */
  rateLimit: (hash: string): Key => ({ PK: `${prefixes.apiKey}${hash}`, SK: 'RATE' }),
  /** Which API keys an employer has: the hash, by key id. */
  employerKey: (employerId: number, keyId: string): Key => ({
    PK: partitionOf(employerId),
    SK: `${prefixes.apiKey}${keyId}`,
  }),
  /** A job, with its version, its position and the attributes of the indexes. */
  job: (employerId: number, jobId: number): Key => ({
    PK: partitionOf(employerId),
    SK: `${prefixes.job}${jobId}`,
  }),
  /** The job id that a referenceId names: makes it unique for the employer. */
  reference: (employerId: number, referenceId: string): Key => ({
    PK: partitionOf(employerId),
    SK: `${prefixes.reference}${referenceId}`,
  }),
  /** The first answer to a request, found by the SHA-256 of its Idempotency-Key; it goes when its time is over. */
  idempotency: (employerId: number, hash: string): Key => ({
    PK: partitionOf(employerId),
    SK: `IDEMPOTENCY#${hash}`,
  }),
  /** A leaf of the status map: the statuses of the employer's jobs, by position. */
  statusLeaf: (employerId: number, leaf: number): Key => ({
    PK: partitionOf(employerId),
    SK: `${prefixes.statusLeaf}${leaf}`,
  }),
  /** The employer's last position and publish date, and its leased block of job ids. */
  numbers: (employerId: number): Key => ({ PK: partitionOf(employerId), SK: 'NUMBERS' }),
  /** The last number given of a kind, over all employers. */
  counter: (kind: 'JOB' | 'EMPLOYER' | 'LOCATION'): Key => ({ PK: 'COUNTER', SK: kind }),
  /** A place that got its id when a job first named it. */
  location: (placeKey: string, province: string): Key => ({ PK: 'LOCATION', SK: `${placeKey}#${province}` }),
} as const;

/** The id of the job whose key it is. */
export const jobIdOf = ({ SK }: Pick<Key, 'SK'>): number => Number(SK.slice(prefixes.job.length));

/** The number of the leaf of the status map whose key it is. */
export const leafOf = ({ SK }: Pick<Key, 'SK'>): number => Number(SK.slice(prefixes.statusLeaf.length));

/** The id of the employer in whose partition a key is. */
export const employerIdOf = ({ PK }: Pick<Key, 'PK'>): number => Number(PK.slice(prefixes.employer.length));

/** The partition of the byStatus index. */
export const statusPartition = (employerId: number, status: JobStatus) =>
  `${partitionOf(employerId)}#${status}`;

/** How many partitions the byRefreshDate index has: so many runs of auto-refresh share the work. */
export const REFRESH_SHARDS = 8;

/** The partition of the byRefreshDate index: all jobs of an employer stand in one. */
export const refreshPartition = (shard: number) => `REFRESH#${shard}`;

/** The shard of an employer's jobs, from 0. */
export const refreshShardOf = (employerId: number) => employerId % REFRESH_SHARDS;

/** The place of a job in its refresh shard: the earliest date first, an employer's jobs together, as in its list. */
export const refreshOrder = (refreshDate: string, employerId: number, position: number) =>
  `${refreshDate}#${employerId}#${String(position).padStart(12, '0')}`;

/** The refresh date that a place in a refresh shard begins with. */
export const refreshDateOf = (order: string): string => order.slice(0, 'YYYY-MM-DD'.length);

/** The lowest and highest sort key that begin with a prefix, for BETWEEN: begins_with is not alike everywhere. */
export const beginningWith = (prefix: string) => ({ from: prefix, to: `${prefix}\u{10FFFF}` });

/** The attributes of a job that a list shows (interface 2.10); the employer comes from the API key. */
export const HEADER_ATTRIBUTES = [
  'id',
  'referenceId',
  'title',
  'publishDate',
  'locations',
  'confidential',
  'status',
] as const;

/** The attributes of a job that no client sees: short, for an index pays for their names in every row. */
export const attributes = {
  /** The job's position: newest first is position descending. */
  position: 'p',
  /** The employer and the status: the partition of byStatus. */
  statusPartition: 's',
  /** The folded title and referenceId, and the status: what q is compared with. */
  searchText: 't',
  /** The ids of the last writes. */
  recentWrites: 'w',
  /** The refresh shard: the partition of byRefreshDate. Only of jobs that auto-refresh is to come back to. */
  refreshPartition: 'f',
  /** The refresh date, with the employer and the position. */
  refreshOrder: 'g',
} as const;

/** The attribute that holds the second since 1970 from which DynamoDB may delete an item. It may take days to do so. */
export const timeToLive = 'timeToLive';

/** The indexes. Only job items have a position or a refresh date, so only jobs are indexed. */
export const indexes = {
  /** The list: newest first is position descending. */
  byPublishDate: { partition: 'PK', sort: attributes.position, projects: HEADER_ATTRIBUTES },
  /** The list of one status. */
  byStatus: {
    partition: attributes.statusPartition,
    sort: attributes.position,
    projects: HEADER_ATTRIBUTES,
  },
  /** q: a narrow row for each job of one employer. */
  bySearchText: { partition: 'PK', sort: attributes.position, projects: [attributes.searchText] },
  /** The queue of auto-refresh: what is due comes first. */
  byRefreshDate: { partition: attributes.refreshPartition, sort: attributes.refreshOrder, projects: [] },
} as const;

export type IndexName = keyof typeof indexes;

const attributeTypes = {
  PK: 'S',
  SK: 'S',
  [attributes.position]: 'N',
  [attributes.statusPartition]: 'S',
  [attributes.refreshPartition]: 'S',
  [attributes.refreshOrder]: 'S',
} as const;

/** The table as CreateTable takes it. */
export const tableDefinition = (tableName: string): CreateTableCommandInput => ({
  TableName: tableName,
  BillingMode: 'PAY_PER_REQUEST',
  KeySchema: [
    { AttributeName: 'PK', KeyType: 'HASH' },
    { AttributeName: 'SK', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: Object.entries(attributeTypes).map(([AttributeName, AttributeType]) => ({
    AttributeName,
    AttributeType,
  })),
  GlobalSecondaryIndexes: Object.entries(indexes).map(([IndexName, { partition, sort, projects }]) => ({
    IndexName,
    KeySchema: [
      { AttributeName: partition, KeyType: 'HASH' },
      { AttributeName: sort, KeyType: 'RANGE' },
    ],
    Projection:
      projects.length > 0
        ? { ProjectionType: 'INCLUDE', NonKeyAttributes: [...projects] }
        : { ProjectionType: 'KEYS_ONLY' },
  })),
});
