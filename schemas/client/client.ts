import { allEvents, type AllEvents } from './pages.ts';
import { resultOf } from './answer.ts';
import type { Call } from './call.ts';
import { defaults } from './defaults.ts';
import { type Resources, resourceMethods } from './methods.ts';
import type { Batch } from './openapi-types.ts';
import { ConnectionError } from './errors.ts';
import { requestOf, type ClientRequest } from './request.ts';
import { wait as pause, type Wait } from './retries.ts';
import { sender, type Retry } from './sender.ts';
import { syncJobs, type Sync } from './sync/sync-jobs.ts';
import { createThrottle } from './throttle.ts';

export interface ClientOptions {
  /** The URL of the service, with the version: `https://jobs.example.com/api/v1.1`. */
  url: string;
  /** The API key of an employer, or of a partner. Reference data and open postings require none. */
  apiKey?: string | undefined;
  /** A replacement for the global fetch. */
  fetch?: typeof globalThis.fetch;
  /**
   * The maximum number of attempts when the service is busy, fails or cannot be reached; 8 by default, which outlast
   * more than a minute.
   */
  attempts?: number;
  /** The maximum number of requests sent at the same time; other calls wait their turn. 10 by default. */
  maxConcurrency?: number;
  /** Milliseconds after which an attempt without a complete response has failed; 60,000 by default. */
  timeout?: number;
  /** Called before each retry: why, the number of attempts so far, and the milliseconds until the next one. */
  onRetry?: ((retry: Retry) => void) | undefined;
  /** A replacement for the wait before a retry, so that tests take no time. */
  wait?: Wait;
}

/** The operations of the service for an employer, or for a partner itself, by resource: `client.jobs.get(2041)`. */
export type EmployerClient = Omit<Resources, 'jobs' | 'events'> & {
  jobs: Resources['jobs'] & {
    /**
     * Makes the jobs of the service those of the input, each under its referenceId, in batches. The input is read
     * while it is sent. A job that fails stops no other and is in the report. After an interruption, call it again with
     * the whole input.
     */
    sync: Sync;
  };
  events: Resources['events'] & {
    /**
     * List the events of your jobs and applications, oldest first, across all pages. With `follow`, also future events.
     */
    listAll: AllEvents;
  };
};

/** A client that a partner also works with for its employers. */
export type Client = EmployerClient & {
  /** The client of a partner for one of its employers, by its id. It has its own limit on concurrent requests. */
  forEmployer: (employerId: number) => EmployerClient;
};

/** The URL that the path of every operation is appended to. */
function baseAddress(url: string): string {
  // A URL without http://, such as localhost:3000, also parses: its scheme is then "localhost".
  const { protocol, origin, pathname, href } = URL.canParse(url) ? new URL(url) : ({} as Partial<URL>);
  if ((protocol !== 'http:' && protocol !== 'https:') || href !== `${origin}${pathname}`) {
    throw new TypeError(
      'url must be an http or https URL such as https://jobs.example.com/api/v1.1, without a query or credentials.',
    );
  }
  const base = href.replace(/\/$/, '');
  if (!/\/v\d[\d.]*$/.test(base)) {
    throw new TypeError(`url must end with the version, such as ${origin}/api/v1.1, but it is ${url}`);
  }
  return base;
}

const FIRST_REDIRECT = 300;
const movedStatuses: ReadonlySet<number> = new Set([301, 308]);

/**
 * The same request to the new address of a posting, if the response redirects to one.
 * @throws ConnectionError for every other redirect: another host must not get the API key.
 */
function movedRequest(request: ClientRequest, { status, headers }: Response): ClientRequest | undefined {
  const location = headers.get('location');
  if (status < FIRST_REDIRECT || location === null) return undefined;
  const { origin, href } = new URL(location, request.url);
  if (movedStatuses.has(status) && origin === new URL(request.url).origin) return { ...request, url: href };
  throw new ConnectionError(request, new Error(`it is redirected to ${origin}. Is url right?`));
}

/**
 * Adds an idempotencyKey to every `create` of a batch, so that the batch can be retried: the other operations are
 * idempotent.
 */
const withKeys = (batch: Batch): Batch =>
  Array.isArray(batch?.operations)
    ? {
        ...batch,
        operations: batch.operations.map((each) =>
          each?.operation === 'create' ? { idempotencyKey: crypto.randomUUID(), ...each } : each,
        ),
      }
    : batch;

/** The longest time that timers can measure, in milliseconds. */
const INT32_MAX = 2_147_483_647;

/** The client for one of a partner's employers; without an id, for the account of the API key. */
function clientFor(
  {
    url,
    apiKey,
    fetch = globalThis.fetch,
    attempts = defaults.attempts,
    maxConcurrency = defaults.maxConcurrency,
    timeout = defaults.timeout,
    onRetry,
    wait = pause,
  }: ClientOptions,
  employerId?: number,
): EmployerClient {
  const base = baseAddress(url);
  if (!(timeout >= 1 && timeout <= INT32_MAX)) throw new RangeError(`timeout must be from 1 to ${INT32_MAX}`);
  const send = sender({ fetch, timeout, onRetry, wait, throttle: createThrottle(maxConcurrency) });
  // Asynchronous, so that an invalid call rejects like every other failure.
  const call: Call = async (route, given) => {
    const request = requestOf(base, { apiKey, employerId }, route, given);
    const until = { attempts: given.attempts ?? attempts, signal: given.signal };
    const direct = await send(request, until);
    const moved = movedRequest(request, direct.response);
    const { response, body } = moved ? await send(moved, until) : direct;
    return resultOf(response, body);
  };
  const { jobs, events, ...others } = resourceMethods(call);
  const sync: Sync = (input, options) => syncJobs(jobs, { attempts, wait }, input, options);
  return {
    ...others,
    jobs: { ...jobs, batch: async (batch, options) => jobs.batch(withKeys(batch), options), sync },
    events: { ...events, listAll: allEvents(call, wait) },
  };
}

/**
 * A client for the Job Posting Service. Every method throws a ProblemError for an error response, a ConnectionError
 * when there is no response, and a TypeError when the call is invalid and cannot be sent.
 * @throws TypeError when `url` is not an http or https URL that ends with the version, RangeError when `maxConcurrency`
 * is less than 1 or `timeout` is not from 1 to 2,147,483,647.
 */
export function createClient(options: ClientOptions): Client {
  return { ...clientFor(options), forEmployer: (employerId) => clientFor(options, employerId) };
}
