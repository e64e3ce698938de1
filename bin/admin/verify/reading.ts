import type { StatusLeaf } from '../../../functions/jobs/domain/status-map.ts';
import type { Database, Item } from '../../../functions/platform/dynamodb/database.ts';
import { fromItem, toItem } from '../../../functions/jobs/store/job-item.ts';
import type { CalendarDate } from '../../../functions/platform/values/calendar.ts';
import { now, today } from '../../../functions/platform/clock.ts';
import { secondsOf } from '../../../functions/platform/values/seconds.ts';
import { firstLeasedIds } from '../../../functions/jobs/store/numbers.ts';
import {
  attributes,
  idBlockOf,
  indexes,
  jobIdOf,
  keys,
  prefixes,
  statusPartition,
  timeToLive,
  type IndexName,
  type Key,
} from '../../../functions/platform/dynamodb/table.ts';
import { JobStatus as statusSchema, type JobStatus } from '../../../schemas/job.ts';
import { addItem, noApplications, type ApplicationsReading } from './application-reading.ts';

/** What verification compares of a job. */
export interface JobEntry {
  /** The id in its key. */
  id: number;
  version: number;
  position: unknown;
  status: JobStatus;
  publishDate: CalendarDate;
  referenceId: string | null;
  confidential: boolean;
  publicName: string | null;
  /** The id and the index attributes: as stored, and as they follow from the job's fields. */
  found: Item;
  expected: Item;
  /** Its expected row in each index as text; empty when it has none. */
  rows: ByIndex<string>;
}

/** Everything of one employer. */
export interface EmployerReading {
  employerId: number;
  /** The day on which it was read. */
  today: CalendarDate;
  profile: Item | undefined;
  numbers: Item | undefined;
  jobs: JobEntry[];
  /** Jobs that cannot be read, by id; nothing that belongs to them is compared. */
  unreadable: Map<number, { key: Key; position: unknown }>;
  /** The job ids in the references, by referenceId. */
  references: Map<string, unknown>;
  leaves: StatusLeaf[];
  /** The employers that the blocks of its job ids name, by block; undefined where there is no such item. */
  idBlocks: Map<number, unknown>;
  /** What public names lead to, by name: those of its jobs and those that a census found; undefined for no item. */
  publicNames: Map<string, Item | undefined>;
  /** The hashes of its API keys, by key id. */
  listedKeys: Map<string, string>;
  /** Its API keys, by hash. */
  apiKeys: Map<string, Item>;
  applications: ApplicationsReading;
  /** The rows of each index as text, by job id. */
  rows: ByIndex<Map<number, string>>;
}

/** What a census of the whole table found of an employer. */
export interface FoundElsewhere {
  /** The items of its API keys. */
  apiKeys: Item[];
  /** The names that lead to its jobs. */
  publicNames: string[];
}

/** Opens a Database with a fresh time limit, because reading a large table takes longer than any request. */
export type Open = () => Database;

const jobStatuses: readonly JobStatus[] = statusSchema.enum;

/** The indexes that hold every job. */
export const verifiedIndexes = ['byPublishDate', 'byStatus', 'bySearchText'] as const satisfies IndexName[];

type VerifiedIndex = (typeof verifiedIndexes)[number];

type ByIndex<Value> = Record<VerifiedIndex, Value>;

const byIndex = <Value>(valueOf: (index: VerifiedIndex) => Value) =>
  Object.fromEntries(verifiedIndexes.map((index) => [index, valueOf(index)])) as ByIndex<Value>;

const text = (item: Item, names: readonly string[]) =>
  JSON.stringify(
    names.map((name) => item[name]),
    sorted,
  );

/** DynamoDB returns the attributes of a map in no particular order. */
const sorted = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const rowText = (index: VerifiedIndex, item: Item) =>
  text(item, ['PK', indexes[index].partition, indexes[index].sort, ...indexes[index].projects]);

/** Whether an item has a row in an index. */
const isIndexed = (index: VerifiedIndex, item: Item) =>
  item[indexes[index].partition] !== undefined && item[indexes[index].sort] !== undefined;

/** The hash in the key of an API key's item. */
const hashOf = ({ PK }: Item): string => PK.slice(prefixes.apiKey.length);

const refreshNames = [attributes.refreshPartition, attributes.refreshOrder];
const comparedNames = ['id', attributes.statusPartition, attributes.searchText, ...refreshNames];

const picked = (item: Item, names = comparedNames) =>
  Object.fromEntries(names.map((name) => [name, item[name] ?? null]));

/** Auto-refresh may have parked the job outside its index, whatever the job's fields say. */
const isParked = (item: Item) => refreshNames.every((name) => item[name] === undefined);

function entryOf(employerId: number, item: Item): JobEntry {
  const id = jobIdOf({ SK: item['SK'] });
  const job = { ...fromItem(item), id };
  const expected = toItem(employerId, job);
  const isReadable =
    jobStatuses.includes(job.status) && typeof job.title === 'string' && typeof job.version === 'number';
  if (!isReadable) throw new TypeError('The job cannot be read.');
  return {
    id,
    version: job.version,
    position: job.position,
    status: job.status,
    publishDate: job.publishDate,
    referenceId: job.referenceId,
    confidential: job.confidential,
    publicName: job.publicName,
    found: { ...picked(item), ...(isParked(item) && picked(expected, refreshNames)) },
    expected: picked(expected),
    rows: byIndex((index) => (isIndexed(index, item) ? rowText(index, item) : '')),
  };
}

async function* pages(open: Open, input: Parameters<Database['queryPage']>[0]) {
  let start: object | undefined = {};
  while (start) {
    const { items, last } = await open().queryPage({ ...input, ...start });
    yield items;
    start = last && { ExclusiveStartKey: last };
  }
}

const ofPartition = (name: string, partition: string) => ({
  KeyConditionExpression: '#partition = :partition',
  ExpressionAttributeNames: { '#partition': name },
  ExpressionAttributeValues: { ':partition': partition },
});

async function rowsOf(open: Open, employerId: number, index: VerifiedIndex): Promise<Map<number, string>> {
  const partitions =
    indexes[index].partition === 'PK'
      ? [keys.employer(employerId).PK]
      : jobStatuses.map((status) => statusPartition(employerId, status));
  const rows = new Map<number, string>();
  for (const partition of partitions) {
    const query = { IndexName: index, ...ofPartition(indexes[index].partition, partition) };
    for await (const items of pages(open, query)) {
      for (const item of items) rows.set(jobIdOf({ SK: item['SK'] }), rowText(index, item));
    }
  }
  return rows;
}

/** What each kind of item adds to a reading, by the prefix of its sort key. Other kinds are not compared. */
const readers: [prefix: string, read: (reading: EmployerReading, item: Item, rest: string) => void][] = [
  [keys.employer(0).SK, (reading, item) => void (reading.profile = item)],
  [keys.numbers(0).SK, (reading, item) => void (reading.numbers = item)],
  [
    prefixes.job,
    (reading, item) => {
      // This is a barrier against a late creation, not a job.
      if (item[timeToLive] !== undefined) return;
      try {
        reading.jobs.push(entryOf(reading.employerId, item));
      } catch {
        // A job that cannot be read, for whatever reason, is a finding and must not stop the verification.
        const key = { PK: item['PK'], SK: item['SK'] };
        reading.unreadable.set(jobIdOf(key), { key, position: item[attributes.position] });
      }
    },
  ],
  [prefixes.reference, (reading, item, rest) => void reading.references.set(rest, item['jobId'])],
  [
    prefixes.statusLeaf,
    (reading, item, rest) => void reading.leaves.push({ leaf: Number(rest), attributes: item }),
  ],
  [prefixes.apiKey, (reading, item, rest) => void reading.listedKeys.set(rest, item['hash'])],
];

/** The items with these keys, in the order of the keys; undefined where there is none. */
async function itemsAt(open: Open, wanted: readonly Key[]): Promise<(Item | undefined)[]> {
  const found = await open().batchGet(wanted, { ConsistentRead: true });
  const byKey = new Map(found.map((item) => [`${item['PK']} ${item['SK']}`, item]));
  return wanted.map(({ PK, SK }) => byKey.get(`${PK} ${SK}`));
}

/** Reads what leads from the public ids of an employer's jobs to them. */
async function readPublicIds(open: Open, reading: EmployerReading, known: readonly string[]): Promise<void> {
  const { jobs, unreadable, numbers } = reading;
  const ids = [...jobs.map(({ id }) => id), ...unreadable.keys(), ...firstLeasedIds(numbers ?? {})];
  const blocks = [...new Set(ids.map(idBlockOf))].toSorted((a, b) => a - b);
  const owners = await itemsAt(open, blocks.map(keys.idBlock));
  for (const [index, block] of blocks.entries()) reading.idBlocks.set(block, owners[index]?.['employerId']);
  const names = [...new Set([...jobs.flatMap(({ publicName }) => publicName ?? []), ...known])];
  const targets = await itemsAt(open, names.map(keys.publicName));
  for (const [index, name] of names.entries()) reading.publicNames.set(name, targets[index]);
}

/** Reads the applications of an employer, and what names them: first the applications, and their last number last. */
async function readApplications(open: Open, { employerId, applications }: EmployerReading): Promise<void> {
  const partition = ofPartition('PK', keys.applicationNumbers(employerId).PK);
  const seconds = secondsOf(now());
  for await (const items of pages(open, { ...partition, ConsistentRead: true })) {
    for (const item of items) addItem(applications, item, seconds);
  }
}

const byHash = (items: readonly Item[]) => new Map(items.map((item) => [hashOf(item), item]));

/** Whether a reading found nothing at all. */
export const isEmpty = (reading: EmployerReading) =>
  !reading.profile &&
  !reading.numbers &&
  reading.jobs.length + reading.leaves.length === 0 &&
  reading.unreadable.size + reading.references.size + reading.apiKeys.size === 0 &&
  reading.applications.entries.size + reading.applications.unreadable.size === 0;

/**
 * Reads an employer: first the partition, strongly and in the order of sort keys (jobs before references before the
 * status map), then the API keys, what its public ids lead to, the applications, and the indexes. Each reading ends before
 * the next begins.
 */
export async function readEmployer(
  open: Open,
  employerId: number,
  elsewhere: FoundElsewhere = { apiKeys: [], publicNames: [] },
): Promise<EmployerReading> {
  const reading: EmployerReading = {
    employerId,
    today: today(),
    profile: undefined,
    numbers: undefined,
    jobs: [],
    unreadable: new Map(),
    references: new Map(),
    leaves: [],
    idBlocks: new Map(),
    publicNames: new Map(),
    listedKeys: new Map(),
    apiKeys: byHash(elsewhere.apiKeys),
    applications: noApplications(),
    rows: byIndex(() => new Map()),
  };
  const partition = { ...ofPartition('PK', keys.employer(employerId).PK), ConsistentRead: true };
  for await (const items of pages(open, partition)) {
    for (const item of items) {
      const [prefix = '', read] = readers.find(([begin]) => item['SK'].startsWith(begin)) ?? [];
      read?.(reading, item, item['SK'].slice(prefix.length));
    }
  }
  const hashes = [...reading.listedKeys.values()];
  const listed = await open().batchGet(hashes.map(keys.apiKey), { ConsistentRead: true });
  for (const [hash, item] of byHash(listed)) reading.apiKeys.set(hash, item);
  await readPublicIds(open, reading, elsewhere.publicNames);
  await readApplications(open, reading);
  const rows = await Promise.all(verifiedIndexes.map((index) => rowsOf(open, employerId, index)));
  return { ...reading, rows: byIndex((index) => rows[verifiedIndexes.indexOf(index)] ?? new Map()) };
}
