import { randomBytes } from 'node:crypto';
import type { CalendarDate } from '../domain/calendar.ts';
import type { Idempotency } from '../domain/idempotency.ts';
import { defaultCloseDate } from '../domain/job-content.ts';
import type { Job, SettledContent } from '../domain/job.ts';
import { Refusal } from '../domain/refusal.ts';
import { secondsOf } from '../domain/seconds.ts';
import { StoreUnavailable } from '../domain/store-unavailable.ts';
import { isPrevented, readJob } from './creation-barrier.ts';
import type { Database, Write } from './database.ts';
import { conflictedOn, LostRace, lostRaceOver, ReferenceTaken, refusedBy } from './failures.ts';
import { firstAnswer, keepAnswer, type FirstAnswer } from './first-answers.ts';
import { changeOf, isUnchanged } from './job-change.ts';
import { fromItem, toItem } from './job-item.ts';
import { refreshOf } from './job-refresh.ts';
import { numberStore } from './numbers.ts';
import { freeReference, idOfReference, takeReference } from './references.ts';
import { statusWrite } from './status-leaves.ts';
import { keys } from './table.ts';

/** May refuse, by what the job is now. */
type Amend = (job: Job) => Promise<Job>;
type Check = (job: Job) => void;

/** A job as it was just created. */
type NewJob = Job & { modifiedAt: number };

interface Creation {
  today: CalendarDate;
  /** With it, a request that comes again gets the first answer. */
  idempotency: Idempotency | undefined;
  /** The body of the answer to the request that created the job. */
  answerOf: (job: Job) => string;
}

/** How many of its last writes a job knows. */
const RECENT_WRITES = 8;

/** Eight characters: enough to tell the last writes of one job apart. */
const newWriteId = () => randomBytes(6).toString('base64url');

/** Whether the time was over because another transaction was at work on the item of the write with this name. */
const isHeldUp = (error: unknown, name: string) =>
  error instanceof StoreUnavailable && error.outcome === 'not-applied' && conflictedOn(error.cause, name);

/** Writes the jobs of employers (interface 3). Every write is one transaction or one item: nothing is half written. */
export function jobStore(db: Database, now: () => Date) {
  const numbers = numberStore(db);

  const read = (employerId: number, id: number) => readJob(db, employerId, id);

  /**
   * Does the work until it has an answer that is final. A refusal is none while an attempt whose answer was lost may
   * have been applied, or may be yet.
   */
  async function concluded<Output>(work: () => Promise<Output>): Promise<Output> {
    try {
      return await db.retried(work);
    } catch (error) {
      if (error instanceof Refusal && db.isUncertain()) throw new StoreUnavailable('unknown', error);
      throw error;
    }
  }

  /** Answers a ReferenceTaken of the work with Refusal `reference_id_taken`, which names the other job. */
  async function refusing<Output>(employerId: number, work: () => Promise<Output>): Promise<Output> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ReferenceTaken)) throw error;
      const id = await idOfReference(db, employerId, error.referenceId);
      if (id === undefined) throw error;
      const detail = `Job ${id} already has the referenceId ${JSON.stringify(error.referenceId)}.`;
      throw new Refusal('reference_id_taken', detail, { existingJob: { id } });
    }
  }

  /** One attempt, with one more write that the transaction may need, which keeps the answer. */
  async function createOnce(
    employerId: number,
    content: SettledContent,
    today: CalendarDate,
    keeping?: (job: NewJob) => Write,
  ): Promise<NewJob> {
    const publication = await numbers.next(employerId, today);
    const closeDate = content.closeDate ?? defaultCloseDate(publication.publishDate);
    const job: NewJob = {
      ...content,
      ...publication,
      closeDate,
      version: 1,
      recentWrites: [],
      modifiedAt: secondsOf(now()),
    };
    const { referenceId } = job;
    try {
      await db.transact({
        job: { Put: { Item: toItem(employerId, job), ConditionExpression: 'attribute_not_exists(PK)' } },
        statusMap: statusWrite(employerId, job.position, 'none', job.status),
        reference: referenceId === null ? undefined : takeReference(employerId, referenceId, job.id),
        answer: keeping?.(job),
      });
    } catch (error) {
      if (isHeldUp(error, 'answer')) {
        throw new Refusal('idempotency_key_in_use', undefined, { retryAfter: 1 });
      }
      if (!refusedBy(error, 'reference', 'answer')) throw error;
      // What was taken may be free again when a lost attempt of this write arrives.
      if (db.isUncertain() && !(await isPrevented(db, employerId, job.id, now()))) return job;
      throw referenceId !== null && refusedBy(error, 'reference')
        ? new ReferenceTaken(referenceId)
        : new LostRace();
    }
    return job;
  }

  /** One attempt to create the job, or the first answer to the same request. */
  async function createOrReplay(
    employerId: number,
    content: SettledContent,
    { today, idempotency, answerOf }: Creation,
  ): Promise<FirstAnswer & { isReplay: boolean }> {
    const answerTo = (job: NewJob) => ({ jobId: job.id, modifiedAt: job.modifiedAt, text: answerOf(job) });
    try {
      const job = await createOnce(
        employerId,
        content,
        today,
        idempotency && ((created) => keepAnswer(employerId, idempotency, answerTo(created))),
      );
      return { ...answerTo(job), isReplay: false };
    } catch (error) {
      if (!idempotency || !(error instanceof LostRace)) throw error;
      // Also where the referenceId was taken: by the first of these requests, perhaps.
      const first = await firstAnswer(db, employerId, idempotency, now());
      if (!first) throw error;
      return { ...first, isReplay: true };
    }
  }

  /**
   * Whether a write was applied of which the answers were lost, by what the job is now. Throws StoreUnavailable when
   * nobody can tell: the job is gone, or too many others have followed.
   */
  async function isApplied(employerId: number, written: Job, cause: unknown): Promise<boolean> {
    const [id = ''] = written.recentWrites;
    const item = await read(employerId, written.id);
    const current = item && fromItem(item);
    if (current?.recentWrites.includes(id)) return true;
    if (!current || current.version - written.version >= RECENT_WRITES) {
      throw new StoreUnavailable('unknown', cause);
    }
    // The version that its attempts ask for is past: none of them can be applied any more.
    db.beCertain();
    return false;
  }

  /** One attempt; throws LostRace when the job is not any more what was read. */
  async function write(employerId: number, job: Job, amended: Job): Promise<Job> {
    const before = toItem(employerId, job);
    if (isUnchanged(before, toItem(employerId, amended))) return job;
    const next = {
      ...amended,
      version: job.version + 1,
      recentWrites: [newWriteId(), ...job.recentWrites].slice(0, RECENT_WRITES),
      modifiedAt: secondsOf(now()),
    };
    const change = changeOf(before, toItem(employerId, next));
    const renames = job.referenceId !== next.referenceId;
    const isMoved = job.status !== next.status;
    try {
      // A transaction makes other writers of the item wait or fail; most updates do not need one.
      if (!renames && !isMoved) await db.update(change);
      else {
        await db.transact({
          job: { Update: change },
          reference:
            renames && next.referenceId !== null
              ? takeReference(employerId, next.referenceId, job.id)
              : undefined,
          formerReference:
            renames && job.referenceId !== null ? freeReference(employerId, job.referenceId) : undefined,
          statusMap: isMoved ? statusWrite(employerId, job.position, job.status, next.status) : undefined,
        });
      }
    } catch (error) {
      if (refusedBy(error, 'job')) {
        // The writer that was first may have been an attempt of this very write, whose answer was lost.
        if (db.isUncertain() && (await isApplied(employerId, next, error))) return next;
        throw new LostRace();
      }
      throw next.referenceId !== null && refusedBy(error, 'reference')
        ? new ReferenceTaken(next.referenceId)
        : error;
    }
    return next;
  }

  /** One attempt; throws LostRace when the job is not any more what was read, or has not the referenceId expected. */
  async function remove(
    employerId: number,
    id: number,
    { check, referenceId }: { check: Check; referenceId?: string },
  ): Promise<boolean> {
    const item = await read(employerId, id);
    if (referenceId !== undefined && item?.['referenceId'] !== referenceId) throw new LostRace();
    if (!item) return false;
    const job = fromItem(item);
    check(job);
    await db
      .transact({
        job: {
          Delete: {
            Key: keys.job(employerId, id),
            ConditionExpression: '#version = :version',
            ExpressionAttributeNames: { '#version': 'version' },
            ExpressionAttributeValues: { ':version': job.version },
          },
        },
        statusMap: statusWrite(employerId, job.position, job.status, 'none'),
        formerReference: job.referenceId === null ? undefined : freeReference(employerId, job.referenceId),
      })
      .catch(lostRaceOver('job'));
    return true;
  }

  return {
    /**
     * Gives the job its id, publishDate and place in the list, and keeps the answer in the same transaction when the
     * request may come again; then there is one job, and the first answer, however often and at once it comes.
     * Throws Refusal `reference_id_taken`, `idempotency_key_reused`, `idempotency_key_in_use`.
     */
    create: (employerId: number, content: SettledContent, creation: Creation) =>
      concluded(() => refusing(employerId, () => createOrReplay(employerId, content, creation))),

    /**
     * Changes a job as `amend` says; amend is asked again with the newer job when another writer was first.
     * Undefined when this employer has no such job. Throws Refusal `reference_id_taken`, and those of `amend`.
     */
    update: (employerId: number, id: number, amend: Amend): Promise<Job | undefined> =>
      concluded(async () => {
        const item = await read(employerId, id);
        if (!item) return undefined;
        const job = fromItem(item);
        const amended = await amend(job);
        return refusing(employerId, () => write(employerId, job, amended));
      }),

    /** Changes the job that has the referenceId, or creates it: exactly one job, however many do this at once. */
    upsert: (
      employerId: number,
      referenceId: string,
      { amend, create, today }: { amend: Amend; create: () => Promise<SettledContent>; today: CalendarDate },
    ): Promise<{ job: Job; created: boolean }> =>
      concluded(async () => {
        const id = await idOfReference(db, employerId, referenceId);
        if (id === undefined) {
          return { job: await createOnce(employerId, await create(), today), created: true };
        }
        const item = await read(employerId, id);
        if (item?.['referenceId'] !== referenceId) throw new LostRace();
        const job = fromItem(item);
        return { job: await write(employerId, job, await amend(job)), created: false };
      }),

    /**
     * Gives the job today's publishDate and the top of the list, whatever its status; a job that has been published
     * today stays as it is. Undefined when this employer has no such job.
     */
    refresh: (employerId: number, id: number, today: CalendarDate): Promise<Job | undefined> =>
      concluded(async () => {
        const item = await read(employerId, id);
        if (!item) return undefined;
        const job = fromItem(item);
        if (job.publishDate >= today) return job;
        const place = await numbers.nextPlaces(employerId, today, 1);
        const { refreshed, writes } = refreshOf(employerId, job, place, now());
        await db.transact(writes).catch(lostRaceOver('job'));
        return refreshed;
      }),

    /** Removes a job with its referenceId, unless `check` refuses. Answers whether there was one. */
    delete: (employerId: number, id: number, check: Check): Promise<boolean> =>
      concluded(() => remove(employerId, id, { check })),

    /** Removes the job that has the referenceId, unless `check` refuses. Answers whether there was one. */
    deleteByReference: (employerId: number, referenceId: string, check: Check): Promise<boolean> =>
      concluded(async () => {
        const id = await idOfReference(db, employerId, referenceId);
        return id !== undefined && remove(employerId, id, { check, referenceId });
      }),
  };
}
