import type { CalendarDate } from '../../platform/time/calendar.ts';
import type { Author } from '../../platform/dynamodb/last-write.ts';
import { StoreUnavailable } from '../../platform/errors.ts';
import type { Job, ContentWithLocationIds } from '../job/job.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { jobChange } from './job-change.ts';
import { jobCreation, type Creation, type CreationDeps } from './job-creation.ts';
import { jobReader } from '../job/job-reader.ts';
import { idAllocator } from './id-allocator.ts';
import { refuseTakenReference } from './references.ts';
import { transact as transactAlone } from '../../platform/dynamodb/transaction.ts';

/** Returns the changed job; may refuse, depending on the job's current state. */
type Amend = (job: Job) => Promise<Job>;
type Check = (job: Job) => void;

/** The effect of an operation on the employer's jobs. */
export type Effect = 'create' | 'update' | 'delete' | 'none';

/**
 * Writes the jobs of employers (interface 3). Every write is one transaction or one item, so nothing is half written.
 * Reading and writing are one attempt, which is repeated when another writer was first.
 */
export function jobStore(
  db: Database,
  now: () => Date,
  { numbers = idAllocator(db), transact = transactAlone }: Partial<CreationDeps> = {},
) {
  const reads = jobReader(db);
  const { create, createOrReplay } = jobCreation(db, now, { numbers, transact });
  const { change, refresh, remove } = jobChange(db, now);
  let effect: Effect = 'none';

  const withEffect = <Outcome>(what: Effect, outcome: Outcome): Outcome => {
    effect = what;
    return outcome;
  };

  async function changed(employerId: number, job: Job, amended: Job, author: Author): Promise<Job> {
    const written = await change(employerId, job, amended, author);
    return withEffect(written === job ? 'none' : 'update', written);
  }

  async function removed(
    employerId: number,
    job: Job | undefined,
    { author, check }: { author: Author; check: Check },
  ): Promise<boolean> {
    // A lost attempt may have deleted it, whose token the embedded engine forgot.
    if (!job && db.hasUnresolvedWrite()) throw new StoreUnavailable('unknown', undefined);
    if (!job) return false;
    check(job);
    await remove(employerId, job, author);
    return withEffect('delete', true);
  }

  return {
    /** The effect of the last operation. */
    effect: () => effect,

    /**
     * Gives the job its id, publishDate and position in the list. With an Idempotency-Key, stores the response in the
     * same transaction, so that any number of repeated or simultaneous requests create one job and get the first
     * response. Throws Refusal `reference_id_taken`, `idempotency_key_reused`, `idempotency_key_in_use`.
     */
    create: (employerId: number, content: ContentWithLocationIds, creation: Creation) =>
      db.retryUntilDefinite(async () => {
        const first = await refuseTakenReference(reads, employerId, () =>
          createOrReplay(employerId, content, creation),
        );
        return withEffect(first.isReplay ? 'none' : 'create', first);
      }),

    /**
     * Changes a job by `amend`, and calls it again with the newer job when another writer was first. Undefined when
     * this employer has no such job. Throws Refusal `reference_id_taken`, and those of `amend`.
     */
    update: (employerId: number, id: number, author: Author, amend: Amend): Promise<Job | undefined> =>
      db.retryUntilDefinite(async () => {
        const job = await reads.get(employerId, id);
        if (!job) return undefined;
        const amended = await amend(job);
        return refuseTakenReference(reads, employerId, () => changed(employerId, job, amended, author));
      }),

    /** Changes the job that has the referenceId, or creates it; simultaneous requests create exactly one job. */
    upsert: (
      employerId: number,
      referenceId: string,
      steps: {
        author: Author;
        amend: Amend;
        create: () => Promise<ContentWithLocationIds>;
        today: CalendarDate;
      },
    ): Promise<{ job: Job; created: boolean }> =>
      db.retryUntilDefinite(async () => {
        const job = await reads.byReference(employerId, referenceId);
        return job
          ? { job: await changed(employerId, job, await steps.amend(job), steps.author), created: false }
          : withEffect('create', {
              job: await create(employerId, await steps.create(), steps),
              created: true,
            });
      }),

    /**
     * Gives the job today's publishDate and moves it to the top of the list, whatever its status; does nothing to a job
     * published today. Undefined when this employer has no such job.
     */
    refresh: (
      employerId: number,
      id: number,
      { today, author }: { today: CalendarDate; author: Author },
    ): Promise<Job | undefined> =>
      db.retryUntilDefinite(async () => {
        const job = await reads.get(employerId, id);
        if (!job || job.publishDate >= today) return job;
        return refresh(employerId, job, { today, author });
      }),

    /** Deletes a job with its referenceId, unless `check` refuses. Returns whether it existed. */
    delete: (employerId: number, id: number, author: Author, check: Check): Promise<boolean> =>
      db.retryUntilDefinite(async () =>
        removed(employerId, await reads.get(employerId, id), { author, check }),
      ),

    /** Deletes the job that has the referenceId, unless `check` refuses. Returns whether it existed. */
    deleteByReference: (
      employerId: number,
      referenceId: string,
      author: Author,
      check: Check,
    ): Promise<boolean> =>
      db.retryUntilDefinite(async () =>
        removed(employerId, await reads.byReference(employerId, referenceId), { author, check }),
      ),
  };
}

/** The operations that change jobs. */
export type JobStore = Omit<ReturnType<typeof jobStore>, 'refresh'>;
