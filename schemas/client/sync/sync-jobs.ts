import type { Resources } from '../methods.ts';
import type { JobUpsert } from '../openapi-types.ts';
import { archiving, inBatch, operationsOf, type Operation } from './operations.ts';
import { createTally, type SyncCounts, type SyncReport } from './report.ts';
import { sendUntilFinal, type Patience, type Result } from './send.ts';

/** The capacity of one request. */
interface Capacity {
  entries: number;
  /** The sum of the sizes of the entries. */
  size: number;
}

/** Groups entries in order, as many in a group as fit. An entry that exceeds the capacity gets a group of its own. */
async function* chunks<Entry>(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  sizeOf: (entry: Entry) => number,
  capacity: Capacity,
): AsyncGenerator<Entry[], void, undefined> {
  let group: Entry[] = [];
  let size = 0;
  for await (const entry of entries) {
    const more = sizeOf(entry);
    if (group.length === capacity.entries || (group.length > 0 && size + more > capacity.size)) {
      yield group;
      group = [];
      size = 0;
    }
    group.push(entry);
    size += more;
  }
  if (group.length > 0) yield group;
}

/** The methods that find the jobs that are missing from the input. */
type Finding = Pick<Resources['jobs'], 'list' | 'listAllReferences'>;

/** A job of the service that has a referenceId. */
interface ServiceJob {
  referenceId: string;
  /** Whether the job is archived, according to an index, which may lag. */
  wasArchived: boolean;
}

/** All jobs of the service that have a referenceId, archived or not. */
async function listServiceJobs(
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
async function notArchived(
  { list }: Finding,
  jobs: readonly ServiceJob[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const referenceIds = jobs.filter(({ wasArchived }) => !wasArchived).map(({ referenceId }) => referenceId);
  const unarchived: string[] = [];
  for await (const group of chunks(referenceIds, sizeInQuery, QUERY_CAPACITY)) {
    const { data } = await list({ referenceId: group }, { signal });
    const openReferences = new Set(
      data.filter(({ status }) => status !== 'archived').map((job) => job.referenceId),
    );
    unarchived.push(...group.filter((referenceId) => openReferences.has(referenceId)));
  }
  return unarchived;
}

/** Options of a synchronisation. */
export interface SyncOptions {
  /** Reports the expected changes without making them. */
  dryRun?: boolean;
  /** Archives the jobs of the service that are missing from the input. Jobs without a referenceId do not change. */
  archiveMissing?: boolean;
  /**
   * The largest share of the jobs that may be archived, from 0 to 1, rounded up to a whole job; 0.2 by default. If more
   * are missing from the input, none is archived.
   */
  maxArchived?: number;
  /** Called after each request with the number of jobs so far, by outcome. */
  onProgress?: (counts: SyncCounts) => void;
  /** Cancels the synchronisation. Completed changes stay. */
  signal?: AbortSignal | undefined;
}

/** `syncJobs` for the service of a client. */
export type Sync = (
  jobs: AsyncIterable<JobUpsert> | Iterable<JobUpsert>,
  options?: SyncOptions,
) => Promise<SyncReport>;

/** The capacity of a batch: operations, and bytes. */
const BATCH_CAPACITY = { entries: 100, size: 4_000_000 };

/** The Prefer header that omits the jobs from the responses. */
const MINIMAL = 'return=minimal';

/**
 * Makes the jobs of the service equal to the input: creates, updates and, with `archiveMissing`, archives. Reads the
 * input while it sends, and keeps only the referenceIds in memory. A job that fails stops no other. After an
 * interruption, run it again from the beginning. `patience.attempts` is the maximum number of requests in a row without
 * progress.
 * @throws ProblemError or ConnectionError when a request fails, RangeError when `maxArchived` is not from 0 to 1, and
 * any error of the input. Completed changes stay.
 */
export async function syncJobs(
  service: Resources['jobs'],
  patience: Patience,
  jobs: AsyncIterable<JobUpsert> | Iterable<JobUpsert>,
  options: SyncOptions = {},
): Promise<SyncReport> {
  const { dryRun = false, archiveMissing = false, maxArchived = 0.2, onProgress, signal } = options;
  if (!(maxArchived >= 0 && maxArchived <= 1)) throw new RangeError('maxArchived must be from 0 to 1');
  const tally = createTally();
  const perform = dryRun ? service.validateUpsert : service.batch;

  async function send(operations: Operation[]): Promise<Result[]> {
    const answer = await perform({ operations: operations.map(inBatch) }, { prefer: MINIMAL, signal });
    return (answer as unknown as { results: Result[] }).results;
  }

  async function sendAll(operations: AsyncIterable<Operation> | Iterable<Operation>) {
    for await (const batch of chunks(operations, ({ size }) => size, BATCH_CAPACITY)) {
      const results = await sendUntilFinal(send, batch, { ...patience, signal });
      for (const [operation, result] of results) tally.sent(operation, result);
      onProgress?.({ ...tally.counts });
    }
  }

  // The jobs are listed before the input is read, because a job that is created later must not count as missing.
  const there = archiveMissing ? await listServiceJobs(service, signal) : [];
  const jobReferences = new Set<string>();
  await sendAll(operationsOf(jobs, jobReferences, tally.refused));
  const missing = there.filter(({ referenceId }) => !jobReferences.has(referenceId));
  const gone = await notArchived(service, missing, signal);
  const tooManyGone = gone.length > Math.ceil(maxArchived * (there.length - missing.length + gone.length));
  if (!tooManyGone) await sendAll(gone.map(archiving));
  return { dryRun, ...tally.counts, gone: gone.length, tooManyGone, items: tally.items() };
}
