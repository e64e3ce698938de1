import type { Resources } from '../methods.ts';
import type { JobUpsert } from '../openapi-types.ts';
import { chunks } from './chunks.ts';
import { listServiceJobs, notArchived } from './missing-jobs.ts';
import { archiving, inBatch, operationsOf, type Operation } from './operations.ts';
import { createTally, type SyncCounts, type SyncReport } from './report.ts';
import { sendUntilFinal, type Patience, type Result } from './send.ts';

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
  const seen = new Set<string>();
  await sendAll(operationsOf(jobs, seen, tally.refused));
  const missing = there.filter(({ referenceId }) => !seen.has(referenceId));
  const gone = await notArchived(service, missing, signal);
  const tooManyGone = gone.length > Math.ceil(maxArchived * (there.length - missing.length + gone.length));
  if (!tooManyGone) await sendAll(gone.map(archiving));
  return { dryRun, ...tally.counts, gone: gone.length, tooManyGone, items: tally.items() };
}
