import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailable } from '../errors.ts';
import type { Database, Item } from './database.ts';
import { beginningWith } from './sort-keys.ts';
import { indexes } from './table.ts';

/** The number of entries in one page. */
const PAGE_SIZE = 25;

/** A query for the entries of a byMailDate partition that are due at a time, or for the entries that are due later. */
export const inPartition = (partition: string, comparison: '<=' | '>', at: Date) => {
  const { partition: partitionName, sort } = indexes.byMailDate;
  return {
    IndexName: 'byMailDate',
    KeyConditionExpression: `#partition = :partition AND #sort ${comparison} :now`,
    ExpressionAttributeNames: { '#partition': partitionName, '#sort': sort },
    ExpressionAttributeValues: { ':partition': partition, ':now': beginningWith(`${at.toISOString()}#`).to },
  };
};

/**
 * Reads the due items of byMailDate partitions, longest due first within a partition. The partitions take turns, page
 * by page.
 */
export async function* dueItems(db: Database, partitions: readonly string[], at: Date): AsyncGenerator<Item> {
  let cursors = partitions.map((partition) => ({ partition, from: {} }));
  while (cursors.length > 0) {
    const next: typeof cursors = [];
    for (const { partition, from } of cursors) {
      const { items, last } = await db.queryPage({
        ...inPartition(partition, '<=', at),
        Limit: PAGE_SIZE,
        ...from,
      });
      if (last) next.push({ partition, from: { ExclusiveStartKey: last } });
      yield* items;
    }
    cursors = next;
  }
}

/** The controls of a run, for the function that processes an entry. */
export interface RunTime {
  /** Whether enough time is left to start another entry. */
  hasTime: () => boolean;
  /** Stops the run: it starts no more entries. */
  stop: () => void;
}

/** The number of entries of a group that are being processed, and the entries that wait for them by their names. */
interface Group<Entry> {
  busy: number;
  atOnce: number;
  waiting: Map<string, Entry>;
}

interface DueWork<Entry> {
  /** Lists the entries that are due now. */
  due: () => AsyncIterable<Entry>;
  work: (entry: Entry, time: RunTime) => Promise<void>;
  /** The maximum number of entries that are processed at the same time. */
  atOnce: number;
  /** For entries that share a resource: the resource's name, and how many of them may be processed at a time. */
  groupOf?: (entry: Entry) => Promise<{ name: string; atOnce: number } | undefined>;
  /** Called when entries of one group waited for each other until no time was left. */
  onGroupTimeOver?: () => void;
  /** The time the run has left, in milliseconds. */
  remainingMillis: () => number;
  /** An entry is started only if at least this much time is left, in milliseconds, so that it can be finished. */
  minMillis: number;
  /**
   * How long slow work runs before the run looks for new entries, in milliseconds; by default it does not look again.
   */
  lookAgainMillis?: number | undefined;
  /** Whether entries will soon be due, so that the run looks again even without slow work; by default false. */
  isWaiting?: () => boolean;
  /** Called with each error of an entry. Other entries continue. */
  onError: (error: unknown, entry: Entry) => void;
  /** Called with the first entry that there was no time for. */
  onTimeOver?: (entry: Entry) => void;
}

/**
 * Works on the entries that are due, in parallel and in their order, while there is time. Returns whether it started
 * all but those that waited for others of the same group. Throws StoreUnavailable when DynamoDB does not respond in
 * time.
 */
export async function doDueWork<Entry>({
  due,
  work,
  atOnce,
  groupOf,
  onGroupTimeOver,
  remainingMillis,
  minMillis,
  lookAgainMillis,
  isWaiting = () => false,
  onError,
  onTimeOver,
}: DueWork<Entry>): Promise<boolean> {
  const inWork = new Map<string, Promise<void>>();
  const groups = new Map<string, Group<Entry>>();
  let isOver = false;
  let unavailable: StoreUnavailable | undefined;

  const hasTime = () => !isOver && remainingMillis() >= minMillis;
  const stop = () => {
    isOver = true;
  };

  async function workOn(entry: Entry): Promise<void> {
    try {
      await work(entry, { hasTime, stop });
    } catch (error) {
      if (error instanceof StoreUnavailable) {
        stop();
        unavailable ??= error;
      } else onError(error, entry);
    }
  }

  function start(entry: Entry, name: string, group: Group<Entry> | undefined): void {
    const done = workOn(entry).finally(() => {
      inWork.delete(name);
      const [next] = group?.waiting ?? [];
      // A waiting entry takes over the place, so `busy` stays.
      if (next && group?.waiting.delete(next[0])) {
        if (hasTime()) start(next[1], next[0], group);
        else onGroupTimeOver?.();
      } else if (group) group.busy -= 1;
    });
    inWork.set(name, done);
  }

  async function findGroup(entry: Entry): Promise<Group<Entry> | undefined> {
    const shared = await groupOf?.(entry);
    if (!shared) return undefined;
    const group = groups.get(shared.name) ?? { busy: 0, atOnce: shared.atOnce, waiting: new Map() };
    groups.set(shared.name, group);
    return group;
  }

  async function startDue(): Promise<void> {
    for await (const entry of due()) {
      const name = JSON.stringify(entry);
      if (inWork.has(name)) continue;
      const group = await findGroup(entry);
      if (group && group.busy >= group.atOnce) {
        // The first entry of the group that ends starts this one.
        group.waiting.set(name, entry);
        continue;
      }
      while (inWork.size >= atOnce) await Promise.race(inWork.values());
      if (!hasTime()) {
        stop();
        onTimeOver?.(entry);
        return;
      }
      if (group) group.busy += 1;
      start(entry, name, group);
    }
  }

  try {
    await startDue();
    const isBusy = () => inWork.size > 0 || isWaiting();
    const shouldLookAgain = () => lookAgainMillis !== undefined && isBusy() && hasTime();
    while (shouldLookAgain()) {
      const pause = delay(lookAgainMillis);
      await (isWaiting() ? pause : Promise.race([Promise.all(inWork.values()), pause]));
      if (isBusy()) await startDue();
    }
  } finally {
    // All entries must end before the run ends, because Lambda then freezes the process.
    while (inWork.size > 0) await Promise.all(inWork.values());
  }
  if (unavailable) throw unavailable;
  return !isOver;
}
