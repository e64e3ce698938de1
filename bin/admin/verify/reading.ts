import { profileFrom } from '../../../functions/accounts/store/employer-item.ts';
import { eventsFrom, type Gap } from '../../../functions/events/store/event-items.ts';
import type { LoggedEvent } from '../../../functions/events/domain/logged-event.ts';
import { firstLeasedIds } from '../../../functions/jobs/write/id-allocator.ts';
import { rowPacks, type RowPack } from '../../../functions/jobs/search/row-packs.ts';
import { now, today } from '../../../functions/platform/time/clock.ts';
import {
  queryPages,
  type Database,
  type Item,
  type Key,
} from '../../../functions/platform/dynamodb/database.ts';
import { applicationOf, applicationKeys } from '../../../functions/applications/keys.ts';
import { idBlockOf, jobIdOf, jobKeys, jobPrefixes } from '../../../functions/jobs/keys.ts';
import { accountKeys, logoKey } from '../../../functions/accounts/keys.ts';
import { eventKeys } from '../../../functions/events/keys.ts';
import { timeToLive } from '../../../functions/platform/dynamodb/table.ts';
import { isTombstone } from '../../../functions/platform/dynamodb/tombstone.ts';
import { type CalendarDate, toUnixSeconds } from '../../../functions/platform/time/calendar.ts';
import type { Connection } from '../connection.ts';
import type { OutsideItems } from './census.ts';
import {
  applicationEntry,
  jobEntry,
  type ApplicationEntry,
  type DerivedAttributes,
  type JobEntry,
} from './entries.ts';

/** The maximum clock difference between the service and this machine, in milliseconds. */
export const MAX_CLOCK_SKEW_MILLIS = 60_000;

export interface JobWrite {
  version: number;
  at: number;
  isDeletion: boolean;
  referenceId: string | null;
}

/** All data of one employer. */
export interface EmployerReading {
  employerId: number;
  /** The date of the reading, according to the fastest possible clock. */
  today: CalendarDate;
  /** The jobs by id, and the applications that have not expired by number. */
  jobs: Map<number, JobEntry>;
  applications: Map<number, ApplicationEntry>;
  /** The unreadable jobs and applications, by `keyText` of their keys. The verification skips items that depend on them. */
  unreadable: Map<string, Item>;
  /** The other items, and those derived attributes of jobs and applications that are wrong, by `keyText` of their keys. */
  items: Map<string, Item>;
  /** The last change of each job, including jobs deleted in the last days. */
  lastWrites: Map<number, JobWrite>;
  /** The packs that searches read. */
  packs: RowPack[];
  /** The events in the pages and in the head of the log. */
  pages: LoggedEvent[];
  head: LoggedEvent[];
  /** The gaps in event ids that restores have left. */
  gaps: readonly Gap[];
  /** The logo's file name if the file is missing; undefined if the connection has only a table. */
  missingLogo: string | undefined;
}

/** Opens a Database with a fresh time limit, because reading a large table takes longer than any request. */
export type Open = () => Database;

export const keyText = ({ PK, SK }: Key | Item) => `${PK} ${SK}`;

export const keyOf = (item: Item): Key => ({ PK: item['PK'], SK: item['SK'] });

/** The items whose keys begin with these prefixes. */
export const itemsWithPrefix = ({ items }: EmployerReading, { PK, SK }: Key): Item[] =>
  [...items.values()].filter((item) => item['PK'].startsWith(PK) && item['SK'].startsWith(SK));

/** The blocks of the employer's job ids. A block belongs to one employer, because ids are leased in whole blocks. */
export function idBlocksOf({ employerId, jobs, items }: EmployerReading): number[] {
  const leased = firstLeasedIds(items.get(keyText(jobKeys.numbers(employerId))) ?? {});
  const blocks = [...jobs.keys(), ...leased].map(idBlockOf);
  return [...new Set(blocks)].toSorted((a, b) => a - b);
}

/** Whether a reading found no items. */
export const isEmpty = (reading: EmployerReading) =>
  Object.values(reading).every((part) => !(part instanceof Map) || part.size === 0);

/** Reads the existing items with these keys, by `keyText` of their keys. */
export async function itemsAt(open: Open, keys: Key[]): Promise<Map<string, Item>> {
  const items = await open().batchGet(keys, { ConsistentRead: true });
  return new Map(items.map((item) => [keyText(item), item]));
}

/** Reads the items of a partition with strong consistency, in the order of their sort keys. */
async function* partitionItems(open: Open, { PK }: Key) {
  const query = {
    ConsistentRead: true,
    KeyConditionExpression: 'PK = :partition',
    ExpressionAttributeValues: { ':partition': PK },
  };
  const opened = { queryPage: (page: object) => open().queryPage(page) };
  for await (const { items } of queryPages(opened, query)) yield* items;
}

/** The last change of an item that is or was a job; undefined if the item does not record it. */
function lastWriteOf(item: Item): JobWrite | undefined {
  // A tombstone can also be for a job that was never created; its `lastVersion` is then 0.
  const isDeletion = isTombstone(item) && item['lastVersion'] > 0;
  const version = isDeletion ? item['lastVersion'] + 1 : item['version'];
  const { at } = item['by'] ?? {};
  if (typeof version !== 'number' || typeof at !== 'number') return undefined;
  return { version, at, isDeletion, referenceId: item['referenceId'] ?? null };
}

/** The events of an item; an empty list if it cannot be read. */
function eventsOf(item: Item): LoggedEvent[] {
  try {
    return eventsFrom(item);
  } catch {
    return [];
  }
}

/** Returns the logo's file name if the file is missing. */
async function missingLogoFile(files: Connection['files'], logo: string | null): Promise<string | undefined> {
  if (!files || logo === null) return undefined;
  for await (const { key } of files.list(logoKey(logo))) if (key === logoKey(logo)) return undefined;
  return logo;
}

/**
 * Reads an employer in this order: the packs, the partition (jobs before references before the leaves of the status map
 * before their snapshots), the API keys, the items of its public ids, the applications (before their index items, their
 * last number last), the log of events (pages before the head before histories), and whether the file of its logo
 * exists. Each step ends before the next begins.
 */
export async function readEmployer(
  { open, files }: Pick<Connection, 'open' | 'files'>,
  employerId: number,
  outside: OutsideItems = { apiKeys: [], publicNames: [] },
): Promise<EmployerReading> {
  const time = now();
  const reading: EmployerReading = {
    employerId,
    today: today(new Date(time.getTime() + MAX_CLOCK_SKEW_MILLIS)),
    jobs: new Map(),
    applications: new Map(),
    unreadable: new Map(),
    items: new Map(outside.apiKeys.map((item) => [keyText(item), item])),
    lastWrites: new Map(),
    packs: (await rowPacks(open(), employerId).read(time.getTime())).packs,
    pages: [],
    head: [],
    gaps: [],
    missingLogo: undefined,
  };
  const { jobs, applications, unreadable, items, lastWrites, pages, head } = reading;
  const add = (item: Item) => items.set(keyText(item), item);
  const addAt = async (keys: Key[]) => (await itemsAt(open, keys)).forEach(add);
  function addEntry<Entry extends DerivedAttributes>(
    item: Item,
    entry: Entry | undefined,
    slot: [Map<number, Entry>, number],
  ) {
    if (!entry) unreadable.set(keyText(item), item);
    else {
      if (entry.difference) add({ ...keyOf(item), ...entry.difference.found });
      slot[0].set(slot[1], entry);
    }
  }

  for await (const item of partitionItems(open, accountKeys.employer(employerId))) {
    const isJob = item['SK'].startsWith(jobPrefixes.job);
    const id = jobIdOf(keyOf(item));
    const written = isJob ? lastWriteOf(item) : undefined;
    if (written) lastWrites.set(id, written);
    // Expiring items are idempotency records or tombstones, not jobs.
    if (item[timeToLive] !== undefined) continue;
    if (isJob) addEntry(item, jobEntry(employerId, id, item), [jobs, id]);
    else add(item);
  }
  const listed = itemsWithPrefix(reading, accountKeys.employerKey(employerId, ''));
  await addAt(listed.map(({ hash }) => accountKeys.apiKey(hash)));
  const { partner } = items.get(keyText(accountKeys.employer(employerId))) ?? {};
  if (partner) {
    const { id, referenceId } = partner;
    await addAt([
      accountKeys.partnerEmployer(id, employerId),
      accountKeys.employerReference(id, referenceId),
    ]);
  }
  await addAt(idBlocksOf(reading).map(jobKeys.idBlock));
  const names = [...jobs.values()].flatMap(({ publicName }) => publicName ?? []);
  await addAt(names.map(jobKeys.publicName));
  const others = await itemsAt(open, outside.publicNames.map(jobKeys.publicName));
  for (const item of others.values()) if (item['employerId'] === employerId) add(item);

  const isExpired = (item: Item) => item[timeToLive] <= toUnixSeconds(time);
  for await (const item of partitionItems(open, applicationKeys.applicationNumbers(employerId))) {
    if (isExpired(item) || isTombstone(item)) continue;
    const { number } = applicationOf(keyOf(item));
    if (!Number.isSafeInteger(number)) add(item);
    else addEntry(item, applicationEntry(employerId, number, item), [applications, number]);
  }
  const newest = eventKeys.newestEvents(employerId);
  for await (const item of partitionItems(open, newest)) {
    if (isExpired(item)) continue;
    const events = eventsOf(item);
    if (item['SK'].startsWith(jobPrefixes.job)) add({ ...keyOf(item), events });
    else (item['SK'] === newest.SK ? head : pages).push(...events);
    reading.gaps = item['gaps'] ?? reading.gaps;
  }
  const { logo } = profileFrom(items.get(keyText(accountKeys.employer(employerId))) ?? {});
  return { ...reading, missingLogo: await missingLogoFile(files, logo) };
}
