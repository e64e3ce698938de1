import type { Answer } from './answer.ts';
import type { CallOf } from './call.ts';
import type { JobHeader, JobList } from './openapi-types.ts';

/** Which jobs to list, and how to fetch them. */
export interface JobFilter extends Omit<NonNullable<CallOf<'listJobs'>['query']>, 'page' | 'referenceId'> {
  signal?: AbortSignal | undefined;
}

/** The largest page size, for the fewest requests. */
const PAGE_SIZE = 100;

interface Source {
  listJobs: (call: CallOf<'listJobs'>) => Promise<Answer<JobList>>;
  follow: (address: string, signal: AbortSignal | undefined) => Promise<Answer<unknown>>;
}

/** The pages of a list of jobs. Each is fetched on demand, from the `next` URL of the previous page. */
export async function* jobPages(
  { listJobs, follow }: Source,
  { signal, ...filter }: JobFilter = {},
): AsyncGenerator<JobList, void, undefined> {
  let { body: page } = await listJobs({ query: { pageSize: PAGE_SIZE, ...filter }, signal });
  yield page;
  while (page.paging.next !== null) {
    const { body } = await follow(page.paging.next, signal);
    page = body as JobList;
    yield page;
  }
}

/** All jobs without their details, newest first. */
export async function* allJobs(
  source: Source,
  filter?: JobFilter,
): AsyncGenerator<JobHeader, void, undefined> {
  for await (const { data } of jobPages(source, filter)) yield* data;
}
