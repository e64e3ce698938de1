import type { CalendarDate } from '../domain/calendar.ts';
import { defaultCloseDate } from '../domain/job-content.ts';
import type { Job, SettledContent } from '../domain/job.ts';
import { Refusal } from '../domain/refusal.ts';
import { StoreUnavailable } from '../domain/store-unavailable.ts';
import type { Database, Write } from './database.ts';
import { LostRace, ReferenceTaken, refusedBy } from './failures.ts';
import { changeOf, isUnchanged } from './job-change.ts';
import { fromItem, toItem } from './job-item.ts';
import { refreshOf } from './job-refresh.ts';
import { numberStore } from './numbers.ts';
import { freeReference, idOfReference, takeReference } from './references.ts';
import { statusWrite } from './status-leaves.ts';
import { keys } from './table.ts';

type Amend = (job: Job) => Promise<Job>;

/** The jobs of employers (specification 4). Every write is one transaction or one item: nothing is half written. */
export function jobStore(db: Database) {
  const numbers = numberStore(db);

  const read = (employerId: number, id: number) =>
    db.get({ Key: keys.job(employerId, id), ConsistentRead: true });

  /** Answers a ReferenceTaken of the work with Refusal `reference_id_taken`, which names the other job. */
  async function refusing<Output>(employerId: number, work: () => Promise<Output>): Promise<Output> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ReferenceTaken)) throw error;
      const id = await idOfReference(db, employerId, error.referenceId);
      if (id === undefined) throw error;
      // A lost attempt of this very write may arrive once the referenceId is free again: a refusal were not final.
      if (db.isUncertain()) throw new StoreUnavailable('unknown', error);
      const detail = `Job ${id} already has the referenceId ${JSON.stringify(error.referenceId)}.`;
      throw new Refusal('reference_id_taken', detail, { existingJob: { id } });
    }
  }

  async function createOnce(employerId: number, content: SettledContent, today: CalendarDate): Promise<Job> {
    const publication = await numbers.next(employerId, today);
    const closeDate = content.closeDate ?? defaultCloseDate(publication.publishDate);
    const job: Job = { ...content, ...publication, closeDate, version: 1 };
    const { referenceId } = job;
    const writes: Write[] = [
      { Put: { Item: toItem(employerId, job), ConditionExpression: 'attribute_not_exists(PK)' } },
      statusWrite(employerId, job.position, 'none', job.status),
      ...(referenceId === null ? [] : [takeReference(employerId, referenceId, job.id)]),
    ];
    try {
      await db.transact(writes);
    } catch (error) {
      throw referenceId !== null && refusedBy(error, 2) ? new ReferenceTaken(referenceId) : error;
    }
    return job;
  }

  /** One attempt; throws LostRace when the job is not any more what was read. */
  async function write(employerId: number, job: Job, amended: Job): Promise<Job> {
    const before = toItem(employerId, job);
    if (isUnchanged(before, toItem(employerId, amended))) return job;
    const next = { ...amended, version: job.version + 1 };
    const change = changeOf(before, toItem(employerId, next));
    const moves = job.referenceId !== next.referenceId;
    const writes: Write[] = [
      { Update: change },
      ...(moves && next.referenceId !== null ? [takeReference(employerId, next.referenceId, job.id)] : []),
      ...(moves && job.referenceId !== null ? [freeReference(employerId, job.referenceId)] : []),
      ...(job.status === next.status ? [] : [statusWrite(employerId, job.position, job.status, next.status)]),
    ];
    try {
      // A transaction makes other writers of the item wait or fail; most updates do not need one.
      if (writes.length === 1) await db.update(change);
      else await db.transact(writes);
    } catch (error) {
      if (refusedBy(error)) throw new LostRace();
      throw moves && next.referenceId !== null && refusedBy(error, 1)
        ? new ReferenceTaken(next.referenceId)
        : error;
    }
    return next;
  }

  /** One attempt; throws LostRace when the job is not any more what was read, or has not the referenceId expected. */
  async function remove(employerId: number, id: number, referenceId?: string): Promise<boolean> {
    const item = await read(employerId, id);
    if (referenceId !== undefined && item?.['referenceId'] !== referenceId) throw new LostRace();
    if (!item) return false;
    const job = fromItem(item);
    try {
      await db.transact([
        {
          Delete: {
            Key: keys.job(employerId, id),
            ConditionExpression: '#version = :version',
            ExpressionAttributeNames: { '#version': 'version' },
            ExpressionAttributeValues: { ':version': job.version },
          },
        },
        statusWrite(employerId, job.position, job.status, 'none'),
        ...(job.referenceId === null ? [] : [freeReference(employerId, job.referenceId)]),
      ]);
    } catch (error) {
      if (refusedBy(error)) throw new LostRace();
      throw error;
    }
    return true;
  }

  return {
    /** A job by its id; undefined when this employer has no such job. */
    get: async (employerId: number, id: number): Promise<Job | undefined> => {
      const item = await read(employerId, id);
      return item && fromItem(item);
    },

    /** Gives the job its id, publishDate and place in the list. Throws Refusal `reference_id_taken`. */
    create: (employerId: number, content: SettledContent, today: CalendarDate): Promise<Job> =>
      db.retried(() => refusing(employerId, () => createOnce(employerId, content, today))),

    /**
     * Changes a job as `amend` says; amend is asked again with the newer job when another writer was first.
     * Undefined when this employer has no such job. Throws Refusal `reference_id_taken`.
     */
    update: (employerId: number, id: number, amend: Amend): Promise<Job | undefined> =>
      db.retried(async () => {
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
      db.retried(async () => {
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
      db.retried(async () => {
        const item = await read(employerId, id);
        if (!item) return undefined;
        const job = fromItem(item);
        if (job.publishDate >= today) return job;
        const place = await numbers.nextPlaces(employerId, today, 1);
        const { refreshed, writes } = refreshOf(employerId, job, place);
        try {
          await db.transact(writes);
        } catch (error) {
          throw refusedBy(error) ? new LostRace() : error;
        }
        return refreshed;
      }),

    /** Removes a job with its referenceId. Answers whether there was one. */
    delete: (employerId: number, id: number): Promise<boolean> => db.retried(() => remove(employerId, id)),

    /** Removes the job that has the referenceId. Answers whether there was one. */
    deleteByReference: (employerId: number, referenceId: string): Promise<boolean> =>
      db.retried(async () => {
        const id = await idOfReference(db, employerId, referenceId);
        return id !== undefined && remove(employerId, id, referenceId);
      }),
  };
}
