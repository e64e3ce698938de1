import type { AnyCall, MethodOf } from './call.ts';
import { allJobs, jobPages, type JobFilter } from './job-pages.ts';
import type { JobHeader, JobList, JobUpsert } from './openapi-types.ts';
import { keyHeaders, requestOf } from './request.ts';
import { routes } from './routes.ts';
import { sender } from './sender.ts';
import { syncJobs, type SyncOptions } from './sync/sync-jobs.ts';
import type { SyncReport } from './sync/report.ts';
import { createThrottle } from './throttle.ts';

export interface ClientOptions {
  /** The URL of the service, with the version: `https://jobs.example.com/api/v1.1`. */
  url: string;
  /** The API key of an employer. Reference data requires none. */
  apiKey?: string;
  /** A replacement for the global fetch. */
  fetch?: typeof globalThis.fetch;
  /** The maximum number of attempts when the service is busy, fails or cannot be reached; 4 by default. */
  attempts?: number;
  /** The maximum number of requests sent at the same time; other calls wait their turn. 10 by default. */
  maxConcurrency?: number;
}

// Mapped over the keys of the table itself, so that editors show its comments.
type Operations = { [Id in keyof typeof routes]: MethodOf<Id> };

/** A method for each operation of the service, named by its operationId, and methods that make many calls. */
export type Client = Operations & {
  /** All jobs that match the filter, without their details, newest first, fetched page by page. */
  allJobs: (filter?: JobFilter) => AsyncGenerator<JobHeader, void, undefined>;
  /** The same jobs, as pages. */
  jobPages: (filter?: JobFilter) => AsyncGenerator<JobList, void, undefined>;
  /**
   * Makes the jobs of the service those of the input, each under its referenceId, in batches. The input is read while
   * it is sent. A job that fails stops no other and is in the report. After an interruption, call it again with the
   * whole input.
   */
  syncJobs: (
    jobs: AsyncIterable<JobUpsert> | Iterable<JobUpsert>,
    options?: SyncOptions,
  ) => Promise<SyncReport>;
};

/** The URL that the path of every operation is appended to. */
function baseAddress(url: string): string {
  // Without http://, localhost:3000 also parses as a URL: its scheme is then "localhost".
  const { protocol, origin, pathname, href } = URL.canParse(url) ? new URL(url) : ({} as Partial<URL>);
  if ((protocol !== 'http:' && protocol !== 'https:') || href !== `${origin}${pathname}`) {
    throw new TypeError(
      'url must be an http or https URL such as https://jobs.example.com/api/v1.1, without a query or credentials.',
    );
  }
  return href.replace(/\/$/, '');
}

/**
 * A client for the Job Posting Service. Every method throws a ProblemError for an error response, a ConnectionError
 * when there is no response, and a TypeError when the call is invalid and cannot be sent.
 * @throws TypeError when `url` is not an http or https URL, RangeError when `maxConcurrency` is less than 1.
 */
export function createClient({
  url,
  apiKey,
  fetch = globalThis.fetch,
  attempts = 4,
  maxConcurrency = 10,
}: ClientOptions): Client {
  const base = baseAddress(url);
  const send = sender(fetch, attempts, createThrottle(maxConcurrency));
  const methods = Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [
      id,
      // Asynchronous, so that an invalid call rejects like every other failure.
      async (call: AnyCall = {}) => send(requestOf(base, apiKey, route, call), call.signal),
    ]),
  ) as unknown as Operations;
  const calls = {
    ...methods,
    follow: (address: string, signal: AbortSignal | undefined) =>
      send({ url: address, method: 'GET', headers: keyHeaders(apiKey) }, signal),
    attempts,
  };
  return {
    ...methods,
    allJobs: (filter) => allJobs(calls, filter),
    jobPages: (filter) => jobPages(calls, filter),
    syncJobs: (jobs, options) => syncJobs(calls, jobs, options),
  };
}
