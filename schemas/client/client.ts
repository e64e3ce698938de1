import type { AnyCall, MethodOf } from './call.ts';
import { allJobs, jobPages, type JobFilter } from './job-pages.ts';
import type { JobHeader, JobList } from './openapi-types.ts';
import { keyHeaders, requestOf } from './request.ts';
import { routes } from './routes.ts';
import { sender } from './sender.ts';
import { createThrottle } from './throttle.ts';

export interface ClientOptions {
  /** Where the service is, with the version: `https://jobs.example.com/api/v1.1`. */
  url: string;
  /** The key of an employer. The reference data need none. */
  apiKey?: string;
  /** What sends requests, instead of the platform's own fetch. */
  fetch?: typeof globalThis.fetch;
  /** How often a call is tried in all when the service is busy, fails or cannot be reached; 4 without it. */
  attempts?: number;
  /** How many requests are sent at once at most; further calls wait for their turn. 10 without it. */
  maxConcurrency?: number;
}

// Over the keys of the table itself, so that editors show the summaries that stand in it.
type Operations = { [Id in keyof typeof routes]: MethodOf<Id> };

/** The operations of the service by their operationIds, and ways to read whole lists. */
export type Client = Operations & {
  /** The headers of all jobs that pass the filter, newest first, fetched page by page. */
  allJobs: (filter?: JobFilter) => AsyncGenerator<JobHeader, void, undefined>;
  /** The same, as pages. */
  jobPages: (filter?: JobFilter) => AsyncGenerator<JobList, void, undefined>;
};

/** What the path of every operation is appended to. */
function baseAddress(url: string): string {
  // Without its scheme, localhost:3000 parses too, as an address of the scheme "localhost".
  const { protocol, origin, pathname, href } = URL.canParse(url) ? new URL(url) : ({} as Partial<URL>);
  if ((protocol !== 'http:' && protocol !== 'https:') || href !== `${origin}${pathname}`) {
    throw new TypeError(
      'url must be an http or https address such as https://jobs.example.com/api/v1.1, without query or credentials.',
    );
  }
  return href.replace(/\/$/, '');
}

/**
 * A client of the Job Posting Service. Every method throws a ProblemError for an answer that is not a success,
 * a ConnectionError when there is no answer, and a TypeError when the call itself cannot be sent.
 * @throws TypeError when `url` is not an http or https address, RangeError when `maxConcurrency` is less than 1.
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
      // Asynchronous, so that a call that is wrong in itself rejects like every other failure.
      async (call: AnyCall = {}) => send(requestOf(base, apiKey, route, call), call.signal),
    ]),
  ) as unknown as Operations;
  const pages = {
    listJobs: methods.listJobs,
    follow: (address: string, signal: AbortSignal | undefined) =>
      send({ url: address, method: 'GET', headers: keyHeaders(apiKey) }, signal),
  };
  return {
    ...methods,
    allJobs: (filter) => allJobs(pages, filter),
    jobPages: (filter) => jobPages(pages, filter),
  };
}
