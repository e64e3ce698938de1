import { eventsIn } from '../../../functions/events/store/event-items.ts';
import { firstLeasedIds } from '../../../functions/jobs/store/numbers.ts';
import { rowPacks, type RowPack } from '../../../functions/jobs/store/row-packs.ts';
import { now, today } from '../../../functions/platform/clock.ts';
import { queryPages, type Database, type Item } from '../../../functions/platform/dynamodb/database.ts';
import {
  applicationOf,
  idBlockOf,
  indexes,
  jobIdOf,
  keys,
  prefixes,
  statusPartition,
  timeToLive,
  type Key,
} from '../../../functions/platform/dynamodb/table.ts';
import { isTombstone } from '../../../functions/platform/dynamodb/tombstone.ts';
import type { Event } from '../../../schemas/event.ts';
import type { CalendarDate } from '../../../functions/platform/values/calendar.ts';
import { LOGO_PREFIX, logoKey } from '../../../functions/profile/domain/logo-file.ts';
import { secondsOf } from '../../../functions/platform/values/seconds.ts';
import type { Connection } from '../connection.ts';
import {
  applicationEntry,
  byIndex,
  jobEntry,
  jobStatuses,
  rowText,
  verifiedIndexes,
  type ApplicationEntry,
  type ByIndex,
  type JobEntry,
  type VerifiedIndex,
} from './entries.ts';

/** The beginnings of the keys of each kind of item. */
const beginnings = {
  reference: { PK: prefixes.employer, SK: prefixes.reference },
  leaf: { PK: prefixes.employer, SK: prefixes.statusLeaf },
  base: { PK: prefixes.employer, SK: prefixes.statusBase },
  listedKey: { PK: prefixes.employer, SK: prefixes.apiKey },
  pointer: { PK: prefixes.applications, SK: prefixes.job },
  candidate: { PK: prefixes.applications, SK: 'CANDIDATE#' },
  apiKey: keys.apiKey(''),
  publicName: keys.publicName(''),
} satisfies Record<string, Key>;

export type ItemKind = keyof typeof beginnings;

/** The last change of a job. */
export interface JobWrite {
  version: number;
  /** In milliseconds since 1970. */
  at: number;
  isDeletion: boolean;
  referenceId: string | null;
}

/** A page of the log of events, or its head: events in the order of their numbers. */
interface LogPage {
  /** The number of its last event, as its key or the head says. */
  last: number;
  events: readonly Event[];
  isHead: boolean;
}

/** Everything of one employer. */
export interface EmployerReading {
  employerId: number;
  /** The day on which it was read. */
  today: CalendarDate;
  /** The jobs by id, and those that cannot be read: nothing that belongs to these is compared. */
  jobs: Map<number, JobEntry>;
  unreadableJobs: Map<number, Item>;
  /** The same of the applications that have not expired, by number. */
  applications: Map<number, ApplicationEntry>;
  unreadableApplications: Map<number, Item>;
  /** Its other items, by `textOf` their keys. */
  items: Map<string, Item>;
  /** The ids of the jobs that are known to be deleted. */
  deletedJobs: Set<number>;
  /** The packs that searches read. */
  packs: RowPack[];
  /** The version and the time of the last change of each job, also of those that were deleted a few days ago. */
  lastWrites: Map<number, JobWrite>;
  /** The pages of its log of events with the head at the end, and the keys of the events in histories. */
  log: LogPage[];
  history: Set<string>;
  /** When each file of its logos was stored, by the name of the file; undefined where only the table is known. */
  logos: Map<string, Date> | undefined;
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

/** The last change of an item that is or was a job; undefined where it is not known. */
function lastWriteOf(item: Item): JobWrite | undefined {
  // In place of a job that was never created there is a tombstone, too.
  const isDeletion = isTombstone(item) && item['lastVersion'] > 0;
  const version = isDeletion ? item['lastVersion'] + 1 : item['version'];
  const { at } = item['by'] ?? {};
  if (typeof version !== 'number' || typeof at !== 'number') return undefined;
  return { version, at, isDeletion, referenceId: item['referenceId'] ?? null };
}

/** Where an employer is read from. */
type Source = Pick<Connection, 'open' | 'files'>;

/** Opens a Database with a fresh time limit, because reading a large table takes longer than any request. */
export type Open = () => Database;

export const textOf = ({ PK, SK }: Key | Item) => `${PK} ${SK}`;

export const keyOf = (item: Item): Key => ({ PK: item['PK'], SK: item['SK'] });

export const isOfKind = ({ PK, SK }: Item, kind: ItemKind): boolean =>
  PK.startsWith(beginnings[kind].PK) && SK.startsWith(beginnings[kind].SK);

/** The items of a kind. */
export const itemsOf = ({ items }: EmployerReading, kind: ItemKind): Item[] =>
  [...items.values()].filter((item) => isOfKind(item, kind));

/** The blocks of its job ids. Ids are leased in whole blocks, so that a block has one employer. */
export function idBlocksOf({ employerId, jobs, unreadableJobs, items }: EmployerReading): number[] {
  const leased = firstLeasedIds(items.get(textOf(keys.numbers(employerId))) ?? {});
  const blocks = [...jobs.keys(), ...unreadableJobs.keys(), ...leased].map(idBlockOf);
  return [...new Set(blocks)].toSorted((a, b) => a - b);
}

/** Whether a reading found nothing at all. */
export const isEmpty = (reading: EmployerReading) =>
  Object.values(reading).every((part) => !(part instanceof Map) || part.size === 0);

/** The items with these keys that exist, by `textOf` their keys. */
export async function itemsAt(open: Open, wanted: Key[]): Promise<Map<string, Item>> {
  const found = await open().batchGet(wanted, { ConsistentRead: true });
  return new Map(found.map((item) => [textOf(item), item]));
}

async function* itemsIn(open: Open, partition: string, value: string, index?: VerifiedIndex) {
  const query = {
    ...(index ? { IndexName: index } : { ConsistentRead: true }),
    KeyConditionExpression: '#partition = :partition',
    ExpressionAttributeNames: { '#partition': partition },
    ExpressionAttributeValues: { ':partition': value },
  };
  const opened = { queryPage: (page: object) => open().queryPage(page) };
  for await (const { items } of queryPages(opened, query)) yield* items;
}

const shown = indexes.byChange.projects;

async function rowsOf(open: Open, employerId: number, index: VerifiedIndex): Promise<Map<number, string>> {
  const { partition } = indexes[index];
  const inPartition = partition === 'PK' ? [keys.employer(employerId).PK] : undefined;
  const rows = new Map<number, string>();
  for (const value of inPartition ?? jobStatuses.map((status) => statusPartition(employerId, status))) {
    for await (const item of itemsIn(open, partition, value, index)) {
      // The row of a tombstone shows the time of the deletion alone.
      if (index === 'byChange' && shown.every((name) => item[name] === undefined)) continue;
      rows.set(jobIdOf(keyOf(item)), rowText(index, item));
    }
  }
  return rows;
}

async function logosOf({ files }: Source, employerId: number): Promise<Map<string, Date> | undefined> {
  if (!files) return undefined;
  const logos = new Map<string, Date>();
  for await (const { key, modifiedAt } of files.list(logoKey(`${employerId}-`))) {
    logos.set(key.slice(LOGO_PREFIX.length), modifiedAt);
  }
  return logos;
}

/**
 * Reads an employer: first the packs, then the partition, strongly and in the order of sort keys (jobs before references before the
 * leaves of the status map before their bases), then the API keys, what its public ids lead to, the applications (their last number last), the files of its logos, and the indexes.
 * Each reading ends before the next begins.
 */
export async function readEmployer(
  source: Source,
  employerId: number,
  elsewhere: FoundElsewhere = { apiKeys: [], publicNames: [] },
): Promise<EmployerReading> {
  const { open } = source;
  const reading: EmployerReading = {
    employerId,
    today: today(),
    jobs: new Map(),
    unreadableJobs: new Map(),
    applications: new Map(),
    unreadableApplications: new Map(),
    deletedJobs: new Set(),
    packs: await rowPacks(open(), employerId).read(now().getTime()),
    lastWrites: new Map(),
    log: [],
    history: new Set(),
    logos: undefined,
    items: new Map(elsewhere.apiKeys.map((item) => [textOf(item), item])),
    rows: byIndex(() => new Map()),
  };
  const { jobs, unreadableJobs, deletedJobs, applications, unreadableApplications, items } = reading;
  const { lastWrites, log, history } = reading;
  const addAt = async (wanted: Key[]) => {
    for (const [key, item] of await itemsAt(open, wanted)) items.set(key, item);
  };

  for await (const item of itemsIn(open, 'PK', keys.employer(employerId).PK)) {
    // What expires is the answer to an earlier request, or a tombstone and not a job.
    const id = jobIdOf(keyOf(item));
    const isJob = item['SK'].startsWith(prefixes.job);
    const written = isJob ? lastWriteOf(item) : undefined;
    if (written) lastWrites.set(id, written);
    if (isJob && isTombstone(item)) deletedJobs.add(id);
    if (item[timeToLive] !== undefined) continue;
    const entry = isJob ? jobEntry(employerId, id, item) : undefined;
    if (!isJob) items.set(textOf(item), item);
    else if (entry) jobs.set(id, entry);
    else unreadableJobs.set(id, item);
  }
  await addAt(itemsOf(reading, 'listedKey').map(({ hash }) => keys.apiKey(hash)));
  await addAt(idBlocksOf(reading).map(keys.idBlock));
  const names = [...jobs.values()].flatMap(({ publicName }) => publicName ?? []);
  await addAt([...names, ...elsewhere.publicNames].map(keys.publicName));
  const seconds = secondsOf(now());
  for await (const item of itemsIn(open, 'PK', keys.applicationNumbers(employerId).PK)) {
    if (item[timeToLive] <= seconds || isTombstone(item)) continue;
    const { number } = applicationOf(keyOf(item));
    const isApplication = Number.isSafeInteger(number);
    const entry = isApplication ? applicationEntry(employerId, number, item) : undefined;
    if (!isApplication) items.set(textOf(item), item);
    else if (entry) applications.set(number, entry);
    else unreadableApplications.set(number, item);
  }
  for await (const item of itemsIn(open, 'PK', keys.newestEvents(employerId).PK)) {
    if (item[timeToLive] <= seconds) continue;
    const { SK, number } = item;
    const isHead = SK === keys.newestEvents(employerId).SK;
    if (SK.startsWith(prefixes.job)) history.add(textOf(item));
    else log.push({ last: isHead ? number : Number(SK), events: eventsIn(item), isHead });
  }
  const logos = await logosOf(source, employerId);
  const rows = await Promise.all(verifiedIndexes.map((index) => rowsOf(open, employerId, index)));
  return { ...reading, logos, rows: byIndex((index) => rows[verifiedIndexes.indexOf(index)] ?? new Map()) };
}
