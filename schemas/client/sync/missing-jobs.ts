import type { Resources } from '../methods.ts';
import { chunks } from './chunks.ts';

/** The methods that find the jobs that are missing from the input. */
type Finding = Pick<Resources['jobs'], 'list' | 'listAllReferences'>;

/** A job of the service that has a referenceId. */
interface ServiceJob {
  referenceId: string;
  /** Whether the job is archived, according to an index, which may lag. */
  wasArchived: boolean;
}

/** All jobs of the service that have a referenceId, archived or not. */
export async function listServiceJobs(
  { listAllReferences }: Finding,
  signal: AbortSignal | undefined,
): Promise<ServiceJob[]> {
  const jobs: ServiceJob[] = [];
  for await (const { referenceId, status } of listAllReferences({}, { signal })) {
    jobs.push({ referenceId, wasArchived: status === 'archived' });
  }
  return jobs;
}

/** The capacity of one query: referenceIds, and bytes. */
const QUERY_CAPACITY = { entries: 100, size: 8_000 };

/** The bytes of a referenceId in a query, with its name and separator. */
const sizeInQuery = (referenceId: string): number =>
  new URLSearchParams({ referenceId }).toString().length + 1;

/**
 * The referenceIds of those jobs that are not archived. Jobs that were archived before the synchronisation are not
 * looked up.
 */
export async function notArchived(
  { list }: Finding,
  jobs: readonly ServiceJob[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const referenceIds = jobs.filter(({ wasArchived }) => !wasArchived).map(({ referenceId }) => referenceId);
  const unarchived: string[] = [];
  for await (const group of chunks(referenceIds, sizeInQuery, QUERY_CAPACITY)) {
    const { data } = await list({ referenceId: group }, { signal });
    const open = new Set(data.filter(({ status }) => status !== 'archived').map((job) => job.referenceId));
    unarchived.push(...group.filter((referenceId) => open.has(referenceId)));
  }
  return unarchived;
}
