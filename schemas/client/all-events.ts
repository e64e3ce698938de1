import type { Call, QueryOf } from './call.ts';
import type { Event, EventList } from './openapi-types.ts';
import { queryIn } from './pages.ts';
import { ProblemError } from './problem-error.ts';
import { jitter, retriable, wait } from './retries.ts';

/** Which events to read, and whether to wait for more. */
export interface EventOptions extends QueryOf<'listEvents'> {
  /** Whether to go on at the end of the list, with the events that come. */
  follow?: boolean | undefined;
  /** Ends the reading at once, also while it waits: the iterator then throws the reason of the signal, as fetch does. */
  signal?: AbortSignal | undefined;
}

/** Reads events, oldest first. */
export type AllEvents = (options?: EventOptions) => AsyncGenerator<Event, void, undefined>;

/** Milliseconds until the list is asked again when it has nothing new: at first, and at most. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 15_000;

const pauseAfter = (empty: number) => Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** empty) + jitter(1);

/** Whether a call that followed a successful one may be repeated later, though its own retries have ended. */
const mayPass = (error: unknown) => retriable(error, {}) !== undefined;

const askedBy = (error: unknown) => (error instanceof ProblemError ? (error.retryAfter ?? 0) * 1_000 : 0);

/**
 * The events after the one with the id `after`. With `follow`, it goes on for ever: at the end of the list it asks again,
 * less and less often while nothing happens, and once it has read something it waits for a service that is away.
 * @throws ProblemError with `oldestEventId` when the next events are no longer kept.
 */
export const allEvents = (call: Call): AllEvents =>
  async function* eventsAfter({ follow = false, signal, ...first } = {}) {
    let query: QueryOf<'listEvents'> | Record<string, string[]> = first;
    let hasRead = false;
    let empty = 0;
    /** A page; undefined when the service is away at the moment. */
    const nextPage = async () => {
      try {
        return (await call('listEvents', { query, signal })).body as EventList;
      } catch (error) {
        signal?.throwIfAborted();
        if (!follow || !hasRead || !mayPass(error)) throw error;
        await wait(Math.max(LONGEST_PAUSE, askedBy(error)), signal);
        return undefined;
      }
    };
    for (;;) {
      const page = await nextPage();
      if (page === undefined) continue;
      hasRead = true;
      yield* page.data;
      query = queryIn(page.paging.next);
      if (page.paging.more) continue;
      if (!follow) return;
      signal?.throwIfAborted();
      empty = page.data.length > 0 ? 0 : empty + 1;
      await wait(pauseAfter(empty), signal);
    }
  };
