import { afterEach, beforeEach, jest } from '@jest/globals';
import { createClient, type ClientOptions, type Retry } from '../../schemas/client/index.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { seededRandom } from '../setup/random.ts';

/** The time limit of one attempt, in milliseconds. Simulated time does not pass while a response is computed. */
const TIMEOUT = 123_456;

/** The latency of a response, in milliseconds. */
export const LATENCY = 20;

const start = Date.parse('2026-06-01T12:00:00.000Z');

/** Replaces the timers of a suite, so that clients wait for hours in milliseconds. */
export function useFakeTime(): void {
  beforeEach(() => {
    jest.useFakeTimers({ now: start, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    jest.spyOn(Math, 'random').mockImplementation(seededRandom(12));
    const { setTimeout: later } = globalThis;
    jest
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((done: () => void, milliseconds: number) =>
        milliseconds === TIMEOUT ? undefined : later(done, milliseconds)) as unknown as typeof setTimeout);
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
}

export const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Advances the simulated time to the next timer until a promise settles, and returns the promise. */
export async function runTimers<Value>(promise: Promise<Value>): Promise<Value> {
  const progress = { isSettled: false };
  const settle = () => {
    progress.isSettled = true;
  };
  promise.then(settle, settle);
  while (!progress.isSettled) await jest.advanceTimersToNextTimerAsync();
  return promise;
}

/** A sent request. `at` is the time in milliseconds since the start. */
export interface SentRequest {
  path: string;
  headers: Record<string, string>;
  at: number;
}

/** Creates clients whose requests `answer` answers, and records their requests and retries. */
export function simulatedNetwork(answer: (sent: SentRequest, index: number) => Promise<Response> | Response) {
  const traffic = {
    sent: [] as SentRequest[],
    statuses: [] as number[],
    retries: [] as Retry[],
    mostInFlight: 0,
  };
  let inFlight = 0;
  const fetch = (async (address: string, init: { headers: Headers; signal: AbortSignal }) => {
    const request = {
      path: new URL(address).pathname.replace(BASE_PATH, ''),
      headers: Object.fromEntries(init.headers),
      at: Date.now() - start,
    };
    traffic.sent.push(request);
    traffic.mostInFlight = Math.max(traffic.mostInFlight, (inFlight += 1));
    try {
      const response = await answer(request, traffic.sent.length - 1);
      init.signal.throwIfAborted();
      await sleep(LATENCY);
      traffic.statuses.push(response.status);
      return response;
    } finally {
      inFlight -= 1;
    }
  }) as unknown as typeof globalThis.fetch;
  const newClient = (options: Partial<ClientOptions> = {}) =>
    createClient({
      url: `https://jobs.example.com${BASE_PATH}`,
      apiKey: 'jps_key',
      fetch,
      timeout: TIMEOUT,
      onRetry: (retry) => traffic.retries.push(retry),
      ...options,
    });
  return { newClient, seen: traffic };
}
