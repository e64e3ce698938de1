import type { Resources } from '../methods.ts';
import { chunks } from './chunks.ts';

/** The methods that find the jobs that the input lacks. */
type Finding = Pick<Resources['jobs'], 'list' | 'listAllReferences'>;

/** The referenceIds of all jobs of the service, archived or not. */
export async function allReferences(
  { listAllReferences }: Finding,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const found: string[] = [];
  for await (const { referenceId } of listAllReferences({}, { signal })) found.push(referenceId);
  return found;
}

/** The most that one query takes: referenceIds, and bytes. */
const QUERY_CAPACITY = { entries: 100, size: 8_000 };

/** The bytes of a referenceId in a query, with its name and what separates it from the next. */
const sizeInQuery = (referenceId: string): number =>
  new URLSearchParams({ referenceId }).toString().length + 1;

/** Those of the referenceIds whose jobs are not archived. */
export async function notArchived(
  { list }: Finding,
  referenceIds: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const found: string[] = [];
  for await (const group of chunks(referenceIds, sizeInQuery, QUERY_CAPACITY)) {
    const { data } = await list({ referenceId: group }, { signal });
    const open = new Set(data.filter(({ status }) => status !== 'archived').map((job) => job.referenceId));
    found.push(...group.filter((referenceId) => open.has(referenceId)));
  }
  return found;
}
