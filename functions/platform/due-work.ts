import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailable } from './errors.ts';

/** What the work on an entry can ask of its run, and tell it. */
export interface RunTime {
  /** Whether there is time to begin something. */
  hasTime: () => boolean;
  /** Ends the run: nothing more is begun. */
  stop: () => void;
}

interface DueWork<Entry> {
  /** What is due now. */
  due: () => AsyncIterable<Entry>;
  work: (entry: Entry, time: RunTime) => Promise<void>;
  /** How many entries are worked on at the same time. */
  atOnce: number;
  /** What the entries are called that share something, if they do, and how many of them are worked on at the same time. */
  together?: {
    nameOf: (entry: Entry) => string | undefined;
    atOnce: number;
    /** Called for entries with a common name that waited for each other until the time was over. */
    onLeft: () => void;
  };
  /** The time the run has left, in milliseconds. */
  remainingMillis: () => number;
  /** Nothing is begun with less time left than this, in milliseconds, so that each can be finished. */
  minMillis: number;
  /** How long slow work is waited for before the run looks for what is due meanwhile, in milliseconds; by default it does not look again. */
  lookAgainMillis?: number | undefined;
  /** Called with each error of an entry, which does not stop the others. */
  onError: (error: unknown, entry: Entry) => void;
  /** Called with the first entry that there was no time for. */
  onLeft?: (entry: Entry) => void;
}

/**
 * Does the work that is due, side by side and in its order, while there is time. Returns whether it began
 * all of it that did not wait for others with a common name. Throws StoreUnavailable when DynamoDB does not respond in time.
 */
export async function doDueWork<Entry>({
  due,
  work,
  atOnce,
  together,
  remainingMillis,
  minMillis,
  lookAgainMillis,
  onError,
  onLeft,
}: DueWork<Entry>): Promise<boolean> {
  const underWay = new Map<string, Promise<void>>();
  /** How many entries with a common name are under way, and those that wait for them. */
  const common = new Map<string, { busy: number; waiting: Map<string, Entry> }>();
  let isOver = false;
  let unavailable: StoreUnavailable | undefined;

  const hasTime = () => !isOver && remainingMillis() >= minMillis;
  const stop = () => {
    isOver = true;
  };

  async function attend(entry: Entry): Promise<void> {
    try {
      await work(entry, { hasTime, stop });
    } catch (error) {
      if (error instanceof StoreUnavailable) {
        stop();
        unavailable ??= error;
      } else onError(error, entry);
    }
  }

  function begin(entry: Entry, name: string): void {
    const shared = common.get(together?.nameOf(entry) ?? '');
    const done = attend(entry).finally(() => {
      underWay.delete(name);
      const [next] = shared?.waiting ?? [];
      if (next && shared?.waiting.delete(next[0])) {
        if (hasTime()) begin(next[1], next[0]);
        else together?.onLeft();
      } else if (shared) shared.busy -= 1;
    });
    underWay.set(name, done);
  }

  /** Whether an entry must wait for others that share something with it, one of which begins it then. */
  function mustWait(entry: Entry, name: string): boolean {
    const sharedName = together?.nameOf(entry);
    if (!together || sharedName === undefined) return false;
    const shared = common.get(sharedName) ?? { busy: 0, waiting: new Map<string, Entry>() };
    common.set(sharedName, shared);
    if (shared.busy < together.atOnce) {
      shared.busy += 1;
      return false;
    }
    shared.waiting.set(name, entry);
    return true;
  }

  async function beginDue(): Promise<void> {
    for await (const entry of due()) {
      const name = JSON.stringify(entry);
      if (underWay.has(name) || mustWait(entry, name)) continue;
      while (underWay.size >= atOnce) await Promise.race(underWay.values());
      if (!hasTime()) {
        stop();
        onLeft?.(entry);
        return;
      }
      begin(entry, name);
    }
  }

  try {
    await beginDue();
    const looksAgain = () => lookAgainMillis !== undefined && underWay.size > 0 && hasTime();
    while (looksAgain()) {
      const pause = delay(lookAgainMillis, undefined, { ref: false });
      await Promise.race([Promise.all(underWay.values()), pause]);
      if (underWay.size > 0) await beginDue();
    }
  } finally {
    // All come to their end before the run does: Lambda stops the process in between.
    while (underWay.size > 0) await Promise.all(underWay.values());
  }
  if (unavailable) throw unavailable;
  return !isOver;
}
