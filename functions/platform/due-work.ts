import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailable } from './errors.ts';

/** The controls of a run that work on an entry can use. */
export interface RunTime {
  /** Whether there is time to start something. */
  hasTime: () => boolean;
  /** Stops the run: it starts no more entries. */
  stop: () => void;
}

interface DueWork<Entry> {
  /** Lists the entries that are due now. */
  due: () => AsyncIterable<Entry>;
  work: (entry: Entry, time: RunTime) => Promise<void>;
  /** The maximum number of entries in work at the same time. */
  atOnce: number;
  /** For entries that share a resource: its name, and the maximum number of them in work at the same time. */
  group?: {
    nameOf: (entry: Entry) => string | undefined;
    atOnce: number;
    /** Called when entries of the same name waited for each other until the time was over. */
    onTimeOver: () => void;
  };
  /** The time the run has left, in milliseconds. */
  remainingMillis: () => number;
  /** The minimum time left to start an entry, in milliseconds, so that each can be finished. */
  minMillis: number;
  /**
   * How long slow work runs before the run looks for new entries, in milliseconds; by default it does not look again.
   */
  lookAgainMillis?: number | undefined;
  /** Called with each error of an entry. The others go on. */
  onError: (error: unknown, entry: Entry) => void;
  /** Called with the first entry that there was no time for. */
  onTimeOver?: (entry: Entry) => void;
}

/**
 * Works on the entries that are due, in parallel and in their order, while there is time. Returns whether it started
 * all but those that waited for others of the same name. Throws StoreUnavailable when DynamoDB does not respond in
 * time.
 */
export async function doDueWork<Entry>({
  due,
  work,
  atOnce,
  group,
  remainingMillis,
  minMillis,
  lookAgainMillis,
  onError,
  onTimeOver,
}: DueWork<Entry>): Promise<boolean> {
  const inWork = new Map<string, Promise<void>>();
  /** The number of entries in work, and the entries that wait for them, by the name of their group. */
  const groups = new Map<string, { busy: number; waiting: Map<string, Entry> }>();
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

  function start(entry: Entry, name: string): void {
    const shared = groups.get(group?.nameOf(entry) ?? '');
    const done = workOn(entry).finally(() => {
      inWork.delete(name);
      const [next] = shared?.waiting ?? [];
      if (next && shared?.waiting.delete(next[0])) {
        if (hasTime()) start(next[1], next[0]);
        else group?.onTimeOver();
      } else if (shared) shared.busy -= 1;
    });
    inWork.set(name, done);
  }

  /** Whether an entry must wait for others of the same name. The entry that ends first starts it. */
  function mustWait(entry: Entry, name: string): boolean {
    const sharedName = group?.nameOf(entry);
    if (!group || sharedName === undefined) return false;
    const shared = groups.get(sharedName) ?? { busy: 0, waiting: new Map<string, Entry>() };
    groups.set(sharedName, shared);
    if (shared.busy < group.atOnce) {
      shared.busy += 1;
      return false;
    }
    shared.waiting.set(name, entry);
    return true;
  }

  async function startDue(): Promise<void> {
    for await (const entry of due()) {
      const name = JSON.stringify(entry);
      if (inWork.has(name) || mustWait(entry, name)) continue;
      while (inWork.size >= atOnce) await Promise.race(inWork.values());
      if (!hasTime()) {
        stop();
        onTimeOver?.(entry);
        return;
      }
      start(entry, name);
    }
  }

  try {
    await startDue();
    const shouldLookAgain = () => lookAgainMillis !== undefined && inWork.size > 0 && hasTime();
    while (shouldLookAgain()) {
      const pause = delay(lookAgainMillis, undefined, { ref: false });
      await Promise.race([Promise.all(inWork.values()), pause]);
      if (inWork.size > 0) await startDue();
    }
  } finally {
    // All must end before the run does, because Lambda freezes the process then.
    while (inWork.size > 0) await Promise.all(inWork.values());
  }
  if (unavailable) throw unavailable;
  return !isOver;
}
