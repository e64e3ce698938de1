import type { Answer } from '../answer.ts';
import type { CallOf } from '../call.ts';
import type { JobList, ReferenceList } from '../openapi-types.ts';
import { chunks } from './chunks.ts';

/** The calls that find the jobs that the input lacks. */
export interface FindingCalls {
  listReferences: (call: CallOf<'listReferences'>) => Promise<Answer<ReferenceList>>;
  listJobs: (call: CallOf<'listJobs'>) => Promise<Answer<JobList>>;
  follow: (address: string, signal: AbortSignal | undefined) => Promise<Answer<unknown>>;
}

/** The referenceIds of all jobs of the service, archived or not. */
export async function allReferences(
  { listReferences, follow }: FindingCalls,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const found: string[] = [];
  for (let { body: page } = await listReferences({ signal }); ;) {
    for (const { referenceId } of page.data) found.push(referenceId);
    if (page.paging.next === null) return found;
    page = (await follow(page.paging.next, signal)).body as ReferenceList;
  }
}

/** The most that one query takes: referenceIds, and bytes. */
const QUERY_CAPACITY = { entries: 100, size: 8_000 };

/** The bytes of a referenceId in a query, with its name and what separates it from the next. */
const sizeInQuery = (referenceId: string): number =>
  new URLSearchParams({ referenceId }).toString().length + 1;

/** Those of the referenceIds whose jobs are not archived. */
export async function notArchived(
  { listJobs }: FindingCalls,
  referenceIds: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const found: string[] = [];
  for await (const group of chunks(referenceIds, sizeInQuery, QUERY_CAPACITY)) {
    const { body } = await listJobs({ query: { referenceId: group }, signal });
    const open = new Set(
      body.data.filter(({ status }) => status !== 'archived').map((job) => job.referenceId),
    );
    found.push(...group.filter((referenceId) => open.has(referenceId)));
  }
  return found;
}
