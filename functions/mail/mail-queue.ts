import type { FailureCode } from '../../schemas/application.ts';
import { conditionalUpdate, conditionedOn } from '../platform/dynamodb/writes.ts';
import type { Database, Item, Key } from '../platform/dynamodb/database.ts';
import { dueItems, inPartition } from '../platform/dynamodb/due-work.ts';
import { unlessConditionFails } from '../platform/dynamodb/failures.ts';
import { attributes } from '../platform/dynamodb/table.ts';

/** The duration of a lease in milliseconds, longer than the time limit of a mail. */
export const LEASE_MILLIS = 5 * 60_000;

/** An item in a partition of byMailDate. */
export interface QueueEntry {
  key: Key;
  partition: string;
  /** The sort key: the time at which the mail is due (ISO 8601 in UTC), and a constant suffix. */
  order: string;
  dueAt: Date;
}

/** A leased mail, which only the holder of the lease may send. */
export interface LeasedMail<Subject, Entry = QueueEntry> {
  /** The application, report, job or webhook of the mail. */
  subject: Subject;
  /** The queue entry during the lease. */
  entry: Entry;
  /** When the mail was queued (ISO 8601). */
  queuedAt: string;
  /** How many attempts to send the mail failed. */
  attempts: number;
}

/** How the attempts to send a mail ended. */
export type MailOutcome =
  { state: 'sent' } | { state: 'failed'; attempts: number; failure: FailureCode; code: string };

/** Why an attempt failed: `code` is for the operator. */
export interface Postponement {
  dueAt: Date;
  attempts: number;
  code: string;
}

/** Whether the outcome was recorded, or the subject has changed since the lease, or was erased. */
export type Recorded = 'recorded' | 'changed' | 'erased';

/** A queue of mail. Several senders may run at the same time, and each may stop at any point. */
export interface MailQueue<Subject, Entry extends { dueAt: Date } = QueueEntry> {
  /** Lists the entries that are due at a time, longest due first. */
  due: (at: Date) => AsyncGenerator<Entry>;
  /** Leases an entry. Undefined when another sender has leased the entry, or the mail is no longer needed. */
  lease: (entry: Entry, at: Date) => Promise<LeasedMail<Subject, Entry> | undefined>;
  /** Makes a leased mail due again later. */
  postpone: (leased: LeasedMail<Subject, Entry>, postponement: Postponement, at: Date) => Promise<void>;
  /** Records the outcome and takes the mail out of the queue. */
  settle: (leased: LeasedMail<Subject, Entry>, outcome: MailOutcome, at: Date) => Promise<Recorded>;
}

const dueAtIn = (order: string) => new Date(order.slice(0, order.indexOf('#')));

/** The index attribute of an entry that is due at a new time. */
const orderAt = ({ order }: QueueEntry, at: Date) => ({
  [attributes.mailOrder]: `${at.toISOString()}${order.slice(order.indexOf('#'))}`,
});

/** Reads the queue entry of an item. */
const toEntry = ({
  PK,
  SK,
  [attributes.mailPartition]: partition,
  [attributes.mailOrder]: order,
}: Item): QueueEntry => ({
  key: { PK, SK },
  partition,
  order,
  dueAt: dueAtIn(order),
});

/** The index attributes of an entry. Both identify the entry: two partitions may contain the same order. */
export const queuePosition = ({ partition, order }: QueueEntry) => ({
  [attributes.mailPartition]: partition,
  [attributes.mailOrder]: order,
});

/** The index attributes to remove from an item that leaves its queue. */
export const outOfQueue: Item = { [attributes.mailPartition]: null, [attributes.mailOrder]: null };

/** Sets attributes of an entry's item, or removes null ones. Undefined when the entry moved in the queue or left it. */
export type ChangeItem = (entry: QueueEntry, set: Item, at: Date) => Promise<Item | undefined>;

export const changeItem =
  (db: Database): ChangeItem =>
  (entry, set) => {
    const { Update } = conditionalUpdate(entry.key, set, queuePosition(entry));
    return unlessConditionFails(db.update({ ...Update, ReturnValues: 'ALL_NEW' }));
  };

/** Deletes the item of an entry, unless the entry has moved in the queue or left the queue. */
export const deleteEntry = (db: Database, entry: QueueEntry): Promise<void> =>
  unlessConditionFails(db.delete(conditionedOn(entry.key, queuePosition(entry))));

interface QueueOptions<Subject> {
  /** The partitions of byMailDate with the queue. */
  partitions: readonly string[];
  /** The partitions that are read when nothing is due in the others. */
  laterPartitions?: readonly string[];
  change?: ChangeItem;
  /** The attributes to set on a leased item, besides its new order. */
  whileLeased?: Item;
  /** Reads the subject of the mail of a leased item. Undefined when the mail is no longer needed. */
  load: (item: Item, at: Date) => Promise<Omit<LeasedMail<Subject>, 'entry'> | undefined>;
  /** Removes an item whose mail is no longer needed from the queue; by default, deletes the item. */
  discard?: (entry: QueueEntry, at: Date) => Promise<unknown>;
  /** The attributes to set on an item whose mail is postponed, besides its new place in the queue. */
  whenPostponed?: (postponement: Postponement, leased: LeasedMail<Subject>) => Item;
  settle: MailQueue<Subject>['settle'];
}

/** Creates a queue of items in byMailDate. The index may be out of date, so every change is conditional. */
export function mailQueue<Subject>(
  db: Database,
  {
    partitions,
    laterPartitions = [],
    change = changeItem(db),
    whileLeased = {},
    load,
    discard = (entry) => deleteEntry(db, entry),
    whenPostponed = ({ attempts }) => ({ attempts }),
    settle,
  }: QueueOptions<Subject>,
): MailQueue<Subject> {
  return {
    async *due(at) {
      for (const group of [partitions, laterPartitions]) {
        for await (const item of dueItems(db, group, at)) yield toEntry(item);
      }
    },

    lease: async (entry, at) => {
      const until = new Date(at.getTime() + LEASE_MILLIS);
      const item = await change(entry, { ...whileLeased, ...orderAt(entry, until) }, at);
      if (!item) return undefined;
      const leasedEntry = toEntry(item);
      const loaded = await load(item, at);
      if (loaded) return { ...loaded, entry: leasedEntry };
      await discard(leasedEntry, at);
      return undefined;
    },

    postpone: async (leased, postponement, at) => {
      const { entry } = leased;
      const set = { ...whenPostponed(postponement, leased), ...orderAt(entry, postponement.dueAt) };
      await change(entry, set, at);
    },

    settle,
  };
}

/**
 * Makes leased entries due now. Only for a time when no sender runs. An entry does not say whether it is leased or
 * paused, so this also ends pauses that are shorter than a lease.
 */
export async function endLeases(db: Database, partitions: readonly string[], at: Date): Promise<void> {
  for (const partition of partitions) {
    for (const item of await db.query(inPartition(partition, '>', at))) {
      const entry = toEntry(item);
      if (entry.dueAt.getTime() > at.getTime() + LEASE_MILLIS) continue;
      await changeItem(db)(entry, orderAt(entry, at), at);
    }
  }
}
