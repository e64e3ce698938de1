import type { CalendarDate } from '../domain/calendar.ts';
import type { Job, SettledContent } from '../domain/job.ts';
import type { Database } from './database.ts';
import { LostRace } from './failures.ts';
import { jobChange } from './job-change.ts';
import { jobCreation, type Creation } from './job-creation.ts';
import { jobReader } from './job-reader.ts';
import { removeJob } from './job-removal.ts';
import { namingHolder } from './references.ts';

/** May refuse, by what the job is now. */
type Amend = (job: Job) => Promise<Job>;
type Check = (job: Job) => void;

/**
 * Writes the jobs of employers (interface 3). Every write is one transaction or one item: nothing is half written.
 * What it reads and writes is one attempt, and begins anew when another writer was first.
 */
export function jobStore(db: Database, now: () => Date) {
  const reads = jobReader(db);
  const { create, createOrReplay } = jobCreation(db, now);
  const { change, refresh } = jobChange(db, now);

  /** The job that has a referenceId; undefined when there is none. Throws LostRace when it lost the referenceId just now. */
  async function byReference(employerId: number, referenceId: string): Promise<Job | undefined> {
    const id = await reads.idOf(employerId, referenceId);
    if (id === undefined) return undefined;
    const job = await reads.get(employerId, id);
    if (job?.referenceId !== referenceId) throw new LostRace();
    return job;
  }

  async function remove(employerId: number, job: Job | undefined, check: Check): Promise<boolean> {
    if (!job) return false;
    check(job);
    await removeJob(db, employerId, job);
    return true;
  }

  return {
    /**
     * Gives the job its id, publishDate and place in the list, and keeps the answer in the same transaction when the
     * request may come again; then there is one job, and the first answer, however often and at once it comes.
     * Throws Refusal `reference_id_taken`, `idempotency_key_reused`, `idempotency_key_in_use`.
     */
    create: (employerId: number, content: SettledContent, creation: Creation) =>
      db.conclude(() => namingHolder(reads, employerId, () => createOrReplay(employerId, content, creation))),

    /**
     * Changes a job as `amend` says; amend is asked again with the newer job when another writer was first.
     * Undefined when this employer has no such job. Throws Refusal `reference_id_taken`, and those of `amend`.
     */
    update: (employerId: number, id: number, amend: Amend): Promise<Job | undefined> =>
      db.conclude(async () => {
        const job = await reads.get(employerId, id);
        if (!job) return undefined;
        const amended = await amend(job);
        return namingHolder(reads, employerId, () => change(employerId, job, amended));
      }),

    /** Changes the job that has the referenceId, or creates it: exactly one job, however many do this at once. */
    upsert: (
      employerId: number,
      referenceId: string,
      steps: { amend: Amend; create: () => Promise<SettledContent>; today: CalendarDate },
    ): Promise<{ job: Job; created: boolean }> =>
      db.conclude(async () => {
        const job = await byReference(employerId, referenceId);
        return job
          ? { job: await change(employerId, job, await steps.amend(job)), created: false }
          : { job: await create(employerId, await steps.create(), steps.today), created: true };
      }),

    /**
     * Gives the job today's publishDate and the top of the list, whatever its status; a job that has been published
     * today stays as it is. Undefined when this employer has no such job.
     */
    refresh: (employerId: number, id: number, today: CalendarDate): Promise<Job | undefined> =>
      db.conclude(async () => {
        const job = await reads.get(employerId, id);
        if (!job || job.publishDate >= today) return job;
        return refresh(employerId, job, today);
      }),

    /** Removes a job with its referenceId, unless `check` refuses. Answers whether there was one. */
    delete: (employerId: number, id: number, check: Check): Promise<boolean> =>
      db.conclude(async () => remove(employerId, await reads.get(employerId, id), check)),

    /** Removes the job that has the referenceId, unless `check` refuses. Answers whether there was one. */
    deleteByReference: (employerId: number, referenceId: string, check: Check): Promise<boolean> =>
      db.conclude(async () => remove(employerId, await byReference(employerId, referenceId), check)),
  };
}
