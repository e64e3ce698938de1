import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import { isStored, listedFields } from '../../../schemas/job-fields.ts';
import type { JobStatus } from '../../../schemas/job.ts';

/** The key of an item. */
export interface Key {
  PK: string;
  SK: string;
}

/** The prefixes of keys; one letter where every index row or every page carries the cost. */
export const prefixes = {
  employer: 'E#',
  job: 'J#',
  statusLeaf: 'S#',
  // After the leaves, so that who reads both in the order of their keys finds the bases that these name.
  statusBase: 'SB#',
  reference: 'REFERENCE#',
  apiKey: 'KEY#',
  partner: 'P#',
  applications: 'A#',
  confirmation: 'CONFIRMATION#',
  candidate: 'CANDIDATE#',
  recruitingLink: 'LINK#',
  count: 'COUNT#',
  secret: 'SIGNING',
  idBlock: 'B#',
  publicName: 'N#',
  rowPacks: 'Q#',
  counter: 'COUNTER',
  location: 'LOCATION',
  events: 'V#',
  parkedChanges: 'PARKED',
  webhooks: 'W#',
  operator: 'OPERATOR',
  reports: 'REPORT',
} as const;

const partitionOf = (employerId: number) => `${prefixes.employer}${employerId}`;

const applicationsOf = (employerId: number) => `${prefixes.applications}${employerId}`;

const partnerPartition = (partnerId: number) => `${prefixes.partner}${partnerId}`;

const eventsOf = (employerId: number) => `${prefixes.events}${employerId}`;

const rowPacksOf = (employerId: number) => `${prefixes.rowPacks}${employerId}`;

const webhooksOf = (employerId: number) => `${prefixes.webhooks}${employerId}`;

const candidatePrefix = (hash: string, jobId?: number) =>
  `${prefixes.candidate}${hash}#${jobId === undefined ? '' : `${jobId}#`}`;

const ORDERED_DIGITS = 12;

/** Digits of the longest sequence number of a stream. */
const SEQUENCE_DIGITS = 40;

/** Digits of milliseconds since 1970, until the year 2286. */
const MILLISECOND_DIGITS = 13;

/** Digits in the order of numbers, for sort keys. */
const ordered = (number: number) => String(number).padStart(ORDERED_DIGITS, '0');

/** The key design of the single table: one entry per kind of item. */
export const keys = {
  /** An employer, or a partner: name, plan, date of suspension, what it belongs to, and its profile but for `about`. */
  employer: (employerId: number): Key => ({ PK: partitionOf(employerId), SK: 'PROFILE' }),
  /** What an employer says about itself at length: the `about` of its profile. */
  about: (employerId: number): Key => ({ PK: partitionOf(employerId), SK: 'ABOUT' }),
  /** An API key, found by its SHA-256: employer, label and dates. */
  apiKey: (hash: string): Key => ({ PK: `${prefixes.apiKey}${hash}`, SK: 'KEY' }),
  /** When the rate-limit bucket of an API key will be full again. Expires by itself. */
  rateLimit: (hash: string): Key => ({ PK: `${prefixes.apiKey}${hash}`, SK: 'RATE' }),
  /** The hash of an employer's API key, by key id. */
  employerKey: (employerId: number, keyId: string): Key => ({
    PK: partitionOf(employerId),
    SK: `${prefixes.apiKey}${keyId}`,
  }),
  /** One of a partner's employers: a copy of it. */
  partnerEmployer: (partnerId: number, employerId: number): Key => ({
    PK: partnerPartition(partnerId),
    SK: `${prefixes.employer}${ordered(employerId)}`,
  }),
  /** The id of the partner's employer that has a referenceId: makes the referenceId unique within the partner. */
  employerReference: (partnerId: number, referenceId: string): Key => ({
    PK: partnerPartition(partnerId),
    SK: `${prefixes.reference}${referenceId}`,
  }),
  /** How many employers a partner has. */
  employerCount: (partnerId: number): Key => ({ PK: partnerPartition(partnerId), SK: 'COUNT' }),
  /** A job with its version, its position and the attributes of the indexes. */
  job: (employerId: number, jobId: number): Key => ({
    PK: partitionOf(employerId),
    SK: `${prefixes.job}${jobId}`,
  }),
  /** The id of the job that has a referenceId: makes the referenceId unique within the employer. */
  reference: (employerId: number, referenceId: string): Key => ({
    PK: partitionOf(employerId),
    SK: `${prefixes.reference}${referenceId}`,
  }),
  /**
   * The first response to a request, found by the SHA-256 of its Idempotency-Key, in the partition of what the request
   * created. Expires by itself.
   */
  idempotency: ({ PK }: Pick<Key, 'PK'>, hash: string): Key => ({ PK, SK: `IDEMPOTENCY#${hash}` }),
  /** A leaf of the status map: the statuses of the employer's jobs, by position. */
  statusLeaf: (employerId: number, leaf: number): Key => ({
    PK: partitionOf(employerId),
    SK: `${prefixes.statusLeaf}${leaf}`,
  }),
  /** What was moved out of the status map's leaves, by its name. Never changes. */
  statusBase: (employerId: number, name: string): Key => ({
    PK: partitionOf(employerId),
    SK: `${prefixes.statusBase}${name}`,
  }),
  /** The employer's last position and publish date, and its leased block of job ids. */
  numbers: (employerId: number): Key => ({ PK: partitionOf(employerId), SK: 'NUMBERS' }),
  /** The employer to which a block of job ids was leased. Never changes. */
  idBlock: (block: number): Key => ({ PK: `${prefixes.idBlock}${block}`, SK: 'BLOCK' }),
  /** Rows of byChange, packed, from a time on (milliseconds since 1970). Expires by itself. */
  rowPack: (employerId: number, from: number): Key => ({
    PK: rowPacksOf(employerId),
    SK: String(from).padStart(MILLISECOND_DIGITS, '0'),
  }),
  /** The employer and the id of the job that has a public name. */
  publicName: (name: string): Key => ({ PK: `${prefixes.publicName}${name}`, SK: 'JOB' }),
  /** The last number assigned of a kind, across all employers. */
  counter: (kind: 'JOB' | 'EMPLOYER' | 'LOCATION'): Key => ({ PK: prefixes.counter, SK: kind }),
  /** A place that got its id when a job first named it. */
  location: (placeKey: string, province: string): Key => ({
    PK: prefixes.location,
    SK: `${placeKey}#${province}`,
  }),
  /** An application; an employer's are numbered in the order in which they were stored. Expires by itself. */
  application: (employerId: number, number: number): Key => ({
    PK: applicationsOf(employerId),
    SK: ordered(number),
  }),
  /** Says that an application is for a job. Expires with the application. */
  jobApplication: (employerId: number, jobId: number, number: number): Key => ({
    PK: applicationsOf(employerId),
    SK: `${prefixes.job}${jobId}#${ordered(number)}`,
  }),
  /** The application to which its employer has given an id of its own. Expires with the application. */
  applicationReference: (employerId: number, referenceId: string): Key => ({
    PK: applicationsOf(employerId),
    SK: `${prefixes.reference}${referenceId}`,
  }),
  /** Says that the mail which confirms an application to its candidate is due. */
  confirmation: (employerId: number, number: number): Key => ({
    PK: applicationsOf(employerId),
    SK: `${prefixes.confirmation}${ordered(number)}`,
  }),
  /** Says whose an application is, by the hash of the e-mail address, and for which job. Expires with the application. */
  candidate: (employerId: number, hash: string, jobId: number, number: number): Key => ({
    PK: applicationsOf(employerId),
    SK: `${candidatePrefix(hash, jobId)}${ordered(number)}`,
  }),
  /** The last application of a candidate for a job, as version 1.1 kept it in place of those. Expires with the application. */
  lastOfCandidate: (employerId: number, hash: string, jobId: number): Key => ({
    PK: applicationsOf(employerId),
    SK: `${prefixes.candidate}${jobId}#${hash}`,
  }),
  /** With what the keys of a candidate's applications begin: of all, or of those for one job. */
  ofCandidate: (employerId: number, hash: string, jobId?: number): Key => ({
    PK: applicationsOf(employerId),
    SK: candidatePrefix(hash, jobId),
  }),
  /** Says that an application has the file that was uploaded under an id, known by its SHA-256. Expires with the id. */
  usedUpload: (employerId: number, hash: string): Key => ({
    PK: applicationsOf(employerId),
    SK: `UPLOAD#${hash}`,
  }),
  /** A posting as it was when an application for the job was received, and those that follow. Expires after the last of them. */
  keptPosting: (employerId: number, jobId: number, number: number): Key => ({
    PK: applicationsOf(employerId),
    SK: `POSTING#${jobId}#${ordered(number)}`,
  }),
  /** The number of the employer's last application. */
  applicationNumbers: (employerId: number): Key => ({ PK: applicationsOf(employerId), SK: 'NUMBERS' }),
  /** How often candidates followed a job to the employer's own website. */
  clicks: (employerId: number, jobId: number): Key => ({
    PK: applicationsOf(employerId),
    SK: `CLICKS#${jobId}`,
  }),
  /** The number of the employer's last event, and its newest events. */
  newestEvents: (employerId: number): Key => ({ PK: eventsOf(employerId), SK: 'HEAD' }),
  /** The employer's events up to the one with a number. Expires by itself. */
  eventPage: (employerId: number, last: number): Key => ({ PK: eventsOf(employerId), SK: ordered(last) }),
  /** One of the events about a job. Expires by itself. */
  jobEvent: (employerId: number, jobId: number, number: number): Key => ({
    PK: eventsOf(employerId),
    SK: `${prefixes.job}${jobId}#${ordered(number)}`,
  }),
  /** Changes of an employer that its log could not take yet, from a sequence number of the stream on. */
  parkedChanges: (employerId: number, sequenceNumber: string): Key => ({
    PK: prefixes.parkedChanges,
    SK: `${ordered(employerId)}#${sequenceNumber.padStart(SEQUENCE_DIGITS, '0')}`,
  }),
  /** Says that whoever gets mail about a job has asked for a new link to the page for recruiters. Expires by itself. */
  recruitingLink: (employerId: number, jobId: number): Key => ({
    PK: applicationsOf(employerId),
    SK: `${prefixes.recruitingLink}${ordered(jobId)}`,
  }),
  /** How many applications, or mails, an address or a job had in an hour or a day. Expires by itself. */
  applicationCount: (hash: string): Key => ({ PK: `${prefixes.count}${hash}`, SK: 'COUNT' }),
  /** A webhook of an employer: where it leads, how far it has been served, and what became of the last attempts. */
  webhook: (employerId: number, id: number): Key => ({ PK: webhooksOf(employerId), SK: ordered(id) }),
  /** How far a webhook of a partner has been served for one of its accounts. */
  delivery: (employerId: number, partnerId: number, id: number): Key => ({
    PK: webhooksOf(employerId),
    SK: `${partnerPartition(partnerId)}#${ordered(id)}`,
  }),
  /** The id of the employer's last webhook. */
  webhookNumbers: (employerId: number): Key => ({ PK: webhooksOf(employerId), SK: 'NUMBERS' }),
  /** A report of a posting. Expires by itself once it is closed. */
  report: (id: string): Key => ({ PK: prefixes.reports, SK: id }),
  /** The secrets from which every signing key is derived. */
  signingKey: (): Key => ({ PK: prefixes.secret, SK: 'KEY' }),
  /** What the operator did that is in no employer's log, in the order of time. */
  operatorEvent: (at: string, id: string): Key => ({ PK: prefixes.operator, SK: `${at}#${id}` }),
} as const;

/** How many job ids an employer leases at once from the counter shared by all employers. */
export const ID_BLOCK = 64;

/** The number of the block that contains a job id. */
export const idBlockOf = (jobId: number): number => Math.floor((jobId - 1) / ID_BLOCK);

/** The partitions that functions are confined to, by the beginnings of their keys. */
export const partitions = {
  /** Employers with their jobs and references. */
  employers: prefixes.employer,
  apiKeys: prefixes.apiKey,
  applications: prefixes.applications,
  counts: prefixes.count,
  counters: prefixes.counter,
  idBlocks: prefixes.idBlock,
  partners: prefixes.partner,
  places: prefixes.location,
  publicNames: prefixes.publicName,
  rowPacks: prefixes.rowPacks,
  secret: prefixes.secret,
  events: prefixes.events,
  parkedChanges: prefixes.parkedChanges,
  webhooks: prefixes.webhooks,
  operator: prefixes.operator,
  reports: prefixes.reports,
} as const;

/** The highest number that an application or an event could have. */
export const LAST_NUMBER = 10 ** ORDERED_DIGITS - 1;

/** The number of the application with this key, or that the item with this key names. */
export const applicationNumberOf = ({ SK }: Pick<Key, 'SK'>): number => Number(SK.slice(-ORDERED_DIGITS));

/** The last id of the block that contains a job id; 0 for 0. */
export const endOfIdBlock = (jobId: number): number => (idBlockOf(jobId) + 1) * ID_BLOCK;

/** The id of the job with this key. */
export const jobIdOf = ({ SK }: Pick<Key, 'SK'>): number => Number(SK.slice(prefixes.job.length));

/** The number of the status-map leaf with this key. */
export const leafOf = ({ SK }: Pick<Key, 'SK'>): number => Number(SK.slice(prefixes.statusLeaf.length));

/** The name of the status-map base with this key. */
export const baseNameOf = ({ SK }: Pick<Key, 'SK'>): string => SK.slice(prefixes.statusBase.length);

/** The id of the employer whose partition contains this key. */
export const employerIdOf = ({ PK }: Pick<Key, 'PK'>): number => Number(PK.slice(prefixes.employer.length));

/** The time from which on the pack with this key has rows. */
export const packStart = ({ SK }: Pick<Key, 'SK'>): number => Number(SK);

/** The employer and the number of the application with this key. */
export const applicationOf = ({ PK, SK }: Key) => ({
  employerId: Number(PK.slice(prefixes.applications.length)),
  number: Number(SK),
});

/** The employer and the number of the application whose confirmation has this key. */
export const confirmedBy = ({ PK, SK }: Key) =>
  applicationOf({ PK, SK: SK.slice(prefixes.confirmation.length) });

/** The partition of the byStatus index. */
export const statusPartition = (employerId: number, status: JobStatus) =>
  `${partitionOf(employerId)}#${status}`;

/** The number of partitions of the byRefreshDate index, each with its own auto-refresh runs. */
export const REFRESH_SHARDS = 8;

/** A partition of the byRefreshDate index; all jobs of an employer are in the same one. */
export const refreshPartition = (shard: number) => `REFRESH#${shard}`;

/** The partition of the byRefreshDate index with the leaves whose status maps are to be folded. */
export const foldPartition = 'FOLD';

/** The shard of an employer's jobs, from 0. */
export const refreshShardOf = (employerId: number) => employerId % REFRESH_SHARDS;

/** The order of jobs in a refresh shard: by date, then by employer, then by position. */
export const refreshOrder = (refreshDate: string, employerId: number, position: number) =>
  `${refreshDate}#${employerId}#${ordered(position)}`;

/** How many partitions of byMailDate share the mail of applications, and how many share the webhooks. */
const MAIL_SHARDS = 4;

const mailPartition = (shard: number) => `MAIL#${shard}`;

/** The partitions of the byMailDate index with the mail of applications that is due or being sent. */
export const mailPartitions = Array.from({ length: MAIL_SHARDS }, (_, shard) => mailPartition(shard));

/** The partition of those with all applications of an employer. */
export const mailPartitionOf = (employerId: number) => mailPartition(employerId % MAIL_SHARDS);

/** The order of applications, confirmations, links or webhooks in a partition of the index: by the time at which they are due (ISO 8601 in UTC). */
export const mailOrder = (due: string, employerId: number, number: number) =>
  `${due}#${employerId}#${ordered(number)}`;

/** The partition of the byMailDate index with the confirmations that are due: a service bounds how many there are. */
export const confirmationPartition = 'CONFIRMATION';

/** The partition of the byMailDate index with the applications that were not mailed, and wait for somebody to look at them. */
export const waitingPartition = 'WAITING';

/** The partition of the byMailDate index with the new links to pages for recruiters that are to be mailed. */
export const linkPartition = 'LINK';

/** The partitions of the byMailDate index with the reports whose mail is due, and those that are mailed and open. */
export const reportPartitions = { due: 'REPORT', open: 'OPEN_REPORT' } as const;

/** The order of reports in those: by a time (ISO 8601 in UTC). */
export const reportOrder = (time: string, id: string) => `${time}#${id}`;

/** The partition of the byMailDate index with the webhooks whose owners are to be told that they are disabled. */
export const noticePartition = 'NOTICE';

const webhookPartition = (shard: number) => `HOOK#${shard}`;

/** The partitions of the byMailDate index that hold active webhooks. */
export const webhookPartitions = Array.from({ length: MAIL_SHARDS }, (_, shard) => webhookPartition(shard));

/** The partition of the byMailDate index with all active webhooks of an employer. */
export const webhookPartitionOf = (employerId: number) => webhookPartition(employerId % MAIL_SHARDS);

/** Whose the item with this key is, the id of its webhook, and whose that is if it is a partner's. */
export function webhookOf({ PK, SK }: Key): { employerId: number; partnerId?: number; id: number } {
  const employerId = Number(PK.slice(prefixes.webhooks.length));
  if (!SK.startsWith(prefixes.partner)) return { employerId, id: Number(SK) };
  const [partnerId, id] = SK.slice(prefixes.partner.length).split('#').map(Number);
  return { employerId, partnerId: partnerId ?? 0, id: id ?? 0 };
}

/** The refresh date with which such an order begins. */
export const refreshDateOf = (order: string): string => order.slice(0, 'YYYY-MM-DD'.length);

/** The lowest and highest sort key with a prefix, for BETWEEN: not every engine implements begins_with alike. */
export const beginningWith = (prefix: string) => ({ from: prefix, to: `${prefix}\u{10FFFF}` });

/** Attributes that no client sees. Their names are short because every index row contains them. */
export const attributes = {
  /** The job's position: newest first is position descending. */
  position: 'p',
  /** The employer and the status: the partition of byStatus. */
  statusPartition: 's',
  /** The folded title and referenceId, and the status: the text that q is matched against. */
  searchText: 't',
  /** When that text or the position last changed, in milliseconds since 1970; on a deleted job, when it was deleted. */
  changed: 'u',
  /** The ids of the last writes. */
  recentWrites: 'w',
  /** The day it first became active. */
  firstPublished: 'd',
  /** The name in its public addresses while it is confidential. */
  publicName: 'c',
  /** Its referenceId, under a name that no other item has: the sort key of byReferenceId. Only on jobs that have one. */
  reference: 'i',
  /** The partition of byRefreshDate: the refresh shard of a job with a refresh date, or that of maps to be folded. */
  refreshPartition: 'f',
  /** The refresh date, with the employer and the position. */
  refreshOrder: 'g',
  /** The partition of byMailDate. Only items in one of its queues have it. */
  mailPartition: 'm',
  /** When the item is due, or since when it waits (ISO 8601 in UTC), then its employer and its own number. */
  mailOrder: 'o',
} as const;

/** The fields of a job that a list shows as they are stored (interface 2.10). */
export const HEADER_FIELDS = listedFields.filter(isStored);

/** What a list reads of a job: those fields, and what its address follows from. */
export const HEADER_ATTRIBUTES = [...HEADER_FIELDS, attributes.publicName] as const;

/** What of a job decides, besides those, whether the page of its employer's postings shows it. */
const POSTING_ATTRIBUTES = ['closeDate', 'categories', 'positionType'] as const;

/** The attribute with the time (seconds since 1970) from which DynamoDB may delete an item, often days later. */
export const timeToLive = 'timeToLive';

/** The indexes. An item is in an index only while it has the attributes of its key. */
export const indexes = {
  /** The list: newest first is position descending. */
  byPublishDate: { partition: 'PK', sort: attributes.position, projects: HEADER_ATTRIBUTES },
  /** The list of one status. */
  byStatus: {
    partition: attributes.statusPartition,
    sort: attributes.position,
    // By the versions, a run of the feed knows whether a job has changed; by the others, the page of an employer's
    // postings which jobs to read.
    projects: [...HEADER_ATTRIBUTES, 'version', ...POSTING_ATTRIBUTES],
  },
  /** The search by q: a narrow row for each job of an employer, the last to change at the end. */
  byChange: {
    partition: 'PK',
    sort: attributes.changed,
    projects: [attributes.searchText, attributes.position],
  },
  /** The statuses of the jobs that have a referenceId. */
  byReferenceId: { partition: 'PK', sort: attributes.reference, projects: ['id', 'status'] },
  /** The queue of auto-refresh, where due jobs come first, and that of the status maps to be folded. */
  byRefreshDate: { partition: attributes.refreshPartition, sort: attributes.refreshOrder, projects: [] },
  /** One queue for each kind of mail, for webhooks, for waiting applications and for open reports. The first due comes first. */
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
