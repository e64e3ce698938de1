import type { Call, QueryOf } from './call.ts';
import type { Event, EventList } from './openapi-types.ts';
import { queryIn } from './pages.ts';
import { resources } from './resources.ts';
import type { Wait } from './retries.ts';

/** Which events to read, and whether to wait for more. */
export interface EventOptions extends QueryOf<'listEvents'> {
  /** Whether to go on at the end of the list, with the events that come. */
  follow?: boolean | undefined;
  /** Ends the reading at once, also while it waits: the iterator then throws the reason of the signal, as fetch does. */
  signal?: AbortSignal | undefined;
}

/** Reads events, oldest first. */
export type AllEvents = (options?: EventOptions) => AsyncGenerator<Event, void, undefined>;

/** Milliseconds until the list is asked again when it has nothing new: at first, at most, and how many more by chance. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 15_000;
const CHANCE = 500;

const pauseAfter = (empty: number) =>
  Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** empty) + Math.random() * CHANCE;

/**
 * The events after the one with the id `after`. With `follow`, it goes on for ever: at the end of the list it asks again,
 * less and less often while nothing happens, and it waits for a service that is away as long as that takes.
 * @throws ProblemError with `oldestEventId` when the next events are no longer kept.
 */
export const allEvents = (call: Call, wait: Wait): AllEvents =>
  async function* eventsAfter({ follow = false, signal, ...first } = {}) {
    let query: QueryOf<'listEvents'> | Record<string, string[]> = first;
    let empty = 0;
    for (;;) {
      const list = await call(resources.events.list, {
        query,
        signal,
        ...(follow && { attempts: Infinity }),
      });
      const { data, paging } = list as EventList;
      yield* data;
      query = queryIn(paging.next);
      if (paging.more) continue;
      if (!follow) return;
      empty = data.length > 0 ? 0 : empty + 1;
      await wait(pauseAfter(empty), signal);
    }
  };
