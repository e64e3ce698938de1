import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import { listedFields } from '../../../schemas/job-fields.ts';

/** Attributes that no client sees. Their names are short because every index row contains them. */
export const attributes = {
  /** The job's position: newest first is position descending. */
  position: 'p',
  /** The employer and the status: the partition of byStatus. */
  statusPartition: 's',
  /** The folded title and referenceId, and the status: the text that q is matched against. */
  searchText: 't',
  /** When the job last changed, in milliseconds since 1970; for a deleted job, when it was deleted. */
  changed: 'u',
  /** The ids of the last writes of the item. */
  recentWrites: 'w',
  /** The day on which the job first became active. */
  firstPublished: 'd',
  /** The name in the job's public addresses while the job is confidential. */
  publicName: 'c',
  /**
   * Its referenceId, under a name that no other item has: the sort key of byReferenceId. Only jobs with a referenceId
   * have it.
   */
  reference: 'i',
  /**
   * The partition of byRefreshDate: the refresh shard of a job with a refresh date, or that of status maps to be
   * folded.
   */
  refreshPartition: 'f',
  /** The refresh date, with the employer and the position. */
  refreshOrder: 'g',
  /** The partition of byMailDate. Only queued items have it. */
  mailPartition: 'm',
  /** When the item is due, or since when it waits (ISO 8601 in UTC), followed by its employer and its number. */
  mailOrder: 'o',
} as const;

/** The stored fields of a job in a list, which two indexes copy. */
export const HEADER_FIELDS = listedFields.filter((field) => field !== 'employer' && field !== 'postingUrl');

/** The attributes that a list reads: HEADER_FIELDS, and the public name, which determines a job's address. */
export const HEADER_ATTRIBUTES = [...HEADER_FIELDS, attributes.publicName] as const;

/** The attributes that decide, besides HEADER_ATTRIBUTES, whether an employer's page shows a job. */
const POSTING_ATTRIBUTES = ['closeDate', 'categories', 'positionType'] as const;

/** The attribute with the time (seconds since 1970) from which DynamoDB may delete an item, often days later. */
export const timeToLive = 'timeToLive';

/** The indexes. An item is in an index only while it has the attributes of its key. */
export const indexes = {
  /** The list. In descending order of position, the newest job comes first. */
  byPublishDate: { partition: 'PK', sort: attributes.position, projects: HEADER_ATTRIBUTES },
  /** The list of one status. */
  byStatus: {
    partition: attributes.statusPartition,
    sort: attributes.position,
    // The feed detects changed jobs by their versions. The page of an employer's postings selects the jobs to read by
    // the other attributes.
    projects: [...HEADER_ATTRIBUTES, 'version', ...POSTING_ATTRIBUTES],
  },
  /** The search by q and the list by updatedSince: a narrow row for each job of an employer, the last changed at the end. */
  byChange: {
    partition: 'PK',
    sort: attributes.changed,
    projects: [attributes.searchText, attributes.position],
  },
  /** The statuses of the jobs that have a referenceId. */
  byReferenceId: { partition: 'PK', sort: attributes.reference, projects: ['id', 'status'] },
  /** The queues of auto-refresh, with the earliest due date first, and of status maps to be folded. */
  byRefreshDate: { partition: attributes.refreshPartition, sort: attributes.refreshOrder, projects: [] },
  /**
   * The queues of each kind of mail, and of webhooks, with the earliest first.
   */
  byMailDate: { partition: attributes.mailPartition, sort: attributes.mailOrder, projects: [] },
} as const;

export type IndexName = keyof typeof indexes;

const attributeTypes = {
  PK: 'S',
  SK: 'S',
  [attributes.position]: 'N',
  [attributes.changed]: 'N',
  [attributes.statusPartition]: 'S',
  [attributes.reference]: 'S',
  [attributes.refreshPartition]: 'S',
  [attributes.refreshOrder]: 'S',
  [attributes.mailPartition]: 'S',
  [attributes.mailOrder]: 'S',
} as const;

/** The parameters of CreateTable. */
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
