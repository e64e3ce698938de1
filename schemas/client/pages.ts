import type { AnyCall, Call, QueryOf } from './call.ts';
import { type Route, resources } from './resources.ts';
import type { Event, EventList } from './openapi-types.ts';
import type { Wait } from './retries.ts';

/** A page of a list, with the URL of the next one. */
interface Page {
  data: unknown[];
  paging: { next: string | null };
}

/** The query in the URL of a page. Its host may differ from the client's, and another host must not get the API key. */
function queryIn(url: string): Record<string, string[]> {
  const { searchParams } = new URL(url);
  return Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]));
}

/** The entries of all pages of a list. Each page is fetched on demand, with the query of the previous page's `next`. */
export async function* entriesOf(
  call: Call,
  list: Route,
  first: AnyCall,
): AsyncGenerator<unknown, void, undefined> {
  let pageCall: AnyCall | undefined = first;
  while (pageCall) {
    const { data, paging } = (await call(list, pageCall)) as Page;
    yield* data;
    pageCall = paging.next === null ? undefined : { ...first, query: queryIn(paging.next) };
  }
}

/** Which events to read, and whether to wait for more. */
export interface EventOptions extends QueryOf<'listEvents'> {
  /** Whether to wait for new events at the end of the list. */
  follow?: boolean | undefined;
  /** Stops the reading immediately, even during a wait: the iterator then throws the signal's reason, as fetch does. */
  signal?: AbortSignal | undefined;
}

/** Reads events, oldest first. */
export type AllEvents = (options?: EventOptions) => AsyncGenerator<Event, void, undefined>;

/** The waits between requests without new events, in milliseconds: the first, the longest, and the random extra. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 15_000;
const CHANCE = 500;

const pauseAfter = (empty: number) =>
  Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** empty) + Math.random() * CHANCE;

/**
 * Yields the events after the one with the id `after`. With `follow`, it never ends: at the end of the list it polls,
 * less and less often while there are no new events, and it waits as long as it takes for an unavailable service.
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
