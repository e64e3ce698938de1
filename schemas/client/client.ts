import type { AnyCall, MethodOf } from './call.ts';
import { allJobs, jobPages, type JobFilter } from './job-pages.ts';
import type { JobHeader, JobList } from './openapi-types.ts';
import { keyHeaders, requestOf } from './request.ts';
import { routes } from './routes.ts';
import { sender } from './sender.ts';

export interface ClientOptions {
  /** Where the service is, with the version: `https://jobs.example.com/api/v1.1`. */
  url: string;
  /** The key of an employer. The reference data need none. */
  apiKey?: string;
  /** What sends requests, instead of the platform's own fetch. */
  fetch?: typeof globalThis.fetch;
  /** How often a call is tried in all when the service is busy or cannot be reached; 4 without it. */
  attempts?: number;
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

/**
 * A client of the Job Posting Service. Every method throws a ProblemError for an answer that is not a success,
 * a ConnectionError when there is no answer, and a TypeError when the call itself cannot be sent.
 * @throws TypeError when `url` is not an absolute address.
 */
export function createClient({ url, apiKey, fetch = globalThis.fetch, attempts = 4 }: ClientOptions): Client {
  const base = new URL(url).href.replace(/\/$/, '');
  const send = sender(fetch, attempts);
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
