import { randomUUID } from 'node:crypto';
import { type CalendarDate, toUnixSeconds } from '../../platform/time/calendar.ts';
import { writtenBy, type Author, type LastWrite } from '../../platform/dynamodb/last-write.ts';
import { StoreUnavailable } from '../../platform/errors.ts';
import type { Job, ContentWithLocationIds } from '../job/job.ts';
import type { Database, Write } from '../../platform/dynamodb/database.ts';
import { LostRace, toLostRace, refusedBy } from '../../platform/dynamodb/failures.ts';
import { isUnchanged, transact, type Transact } from '../../platform/dynamodb/writes.ts';
import { createJobFrom, createOrReplay, type NewJob, type Replay } from './job-creation.ts';
import { jobUpdate, toItem, withChangeTime } from '../job/job-item.ts';
import {
  jobReader,
  referenceWrites,
  refuseTakenReference,
  releasePublicName,
  createPublicName,
  reservePublicName,
  ReferenceTaken,
} from '../job/job-reader.ts';
import { idAllocator, type IdAllocator, type ListPosition } from './id-allocator.ts';
import { statusWrite, moveWrites } from '../lists/status-map.ts';
import { jobKeys } from '../keys.ts';
import type { IdempotencyRecord } from '../../idempotency/idempotency.ts';
import { attributes } from '../../platform/dynamodb/table.ts';
import { tombstone } from '../../platform/dynamodb/tombstone.ts';

/** Returns the changed job; may throw a Refusal, depending on the job's current state. */
type Amend = (job: Job) => Promise<Job>;
type Check = (job: Job) => void;

/** The effect of an operation on the employer's jobs. */
type Effect = 'create' | 'update' | 'delete' | 'none';

/** The number of latest write ids that a job stores. */
const RECENT_WRITES = 8;

/** Eight characters: enough to distinguish the latest writes of one job. */
const newWriteId = () => randomUUID().slice(0, 8);

/** The author and the day of a creation. */
type Origin = { author: Author; today: CalendarDate };

/** One attempt of each write, which throws LostRace when another writer was first. */
interface JobWriter {
  /** Gives a new job its id, publishDate and position in the list, without writing it. */
  draft: (employerId: number, content: ContentWithLocationIds, origin: Origin) => Promise<NewJob>;
  /** Writes a new job, or finds the first response to the same request. */
  create: (employerId: number, job: NewJob, replay?: Replay) => Promise<IdempotencyRecord | undefined>;
  /** Writes the amended job; returns `job` itself when nothing changed. */
  change: (employerId: number, job: Job, amended: Job, author: Author) => Promise<Job>;
  /** Deletes a job with its referenceId and its public name. Returns whether it existed. */
  remove: (
    employerId: number,
    job: Job | undefined,
    terms: { author: Author; check: Check },
  ) => Promise<boolean>;
}

/** The operations that change jobs, with the writes of a store or of a dry run. */
export function jobOperations(db: Database, { draft, create, change, remove }: JobWriter) {
  const reads = jobReader(db);
  let effect: Effect = 'none';

  async function changeWithEffect(employerId: number, job: Job, amended: Job, author: Author): Promise<Job> {
    const next = await change(employerId, job, amended, author);
    effect = next === job ? 'none' : 'update';
    return next;
  }

  const removeFound = (
    employerId: number,
    find: () => Promise<Job | undefined>,
    terms: { author: Author; check: Check },
  ): Promise<boolean> =>
    db.retryUntilDefinite(async () => {
      const existed = await remove(employerId, await find(), terms);
      if (existed) effect = 'delete';
      return existed;
    });

  return {
    /** The effect of the last operation. */
    effect: () => effect,

    draft,

    /**
     * Stores a drafted job. With an Idempotency-Key, stores the response in the same transaction, so that any number of
     * repeated or simultaneous requests create one job and get the first response, which it returns. Throws Refusal
     * `reference_id_taken`, `idempotency_key_reused`, `idempotency_key_in_use`.
     */
    create: (employerId: number, job: NewJob, replay?: Replay) =>
      db.retryUntilDefinite(async () => {
        const earlier = await refuseTakenReference(reads, employerId, () => create(employerId, job, replay));
        effect = earlier ? 'none' : 'create';
        return earlier;
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
        return refuseTakenReference(reads, employerId, () =>
          changeWithEffect(employerId, job, amended, author),
        );
      }),

    /** Changes the job that has the referenceId, or creates it; simultaneous requests create exactly one job. */
    upsert: (
      employerId: number,
      referenceId: string,
      steps: Origin & { amend: Amend; create: () => Promise<ContentWithLocationIds> },
    ): Promise<{ job: Job; created: boolean }> =>
      db.retryUntilDefinite(async () => {
        const job = await reads.byReference(employerId, referenceId);
        if (job) {
          const amended = await steps.amend(job);
          return { job: await changeWithEffect(employerId, job, amended, steps.author), created: false };
        }
        const newJob = await draft(employerId, await steps.create(), steps);
        await create(employerId, newJob);
        effect = 'create';
        return { job: newJob, created: true };
      }),

    /** Deletes a job with its referenceId, unless `check` refuses. Returns whether it existed. */
    delete: (employerId: number, id: number, author: Author, check: Check) =>
      removeFound(employerId, () => reads.get(employerId, id), { author, check }),

    /** Deletes the job that has the referenceId, unless `check` refuses. Returns whether it existed. */
    deleteByReference: (employerId: number, referenceId: string, author: Author, check: Check) =>
      removeFound(employerId, () => reads.byReference(employerId, referenceId), { author, check }),
  };
}

/** The operations that change jobs. */
export type JobStore = ReturnType<typeof jobOperations>;

/**
 * A job at its new position, and the writes that move it there: of the job, on condition that its version did not
 * change since it was read, and of the status map. closeDate does not change.
 */
export function refreshWrites(
  employerId: number,
  job: Job,
  place: ListPosition,
  by: LastWrite,
): { refreshed: Job; writes: { job: Write; statusMap: Write[] } } {
  const { status, publishDate } = job;
  const refreshed = {
    ...withChangeTime({ ...job, ...place }, by.at),
    version: job.version + 1,
    modifiedAt: toUnixSeconds(by.at),
    by,
    // A job without a recorded first publication gets its former publishDate as the recorded one.
    firstPublished: job.firstPublished ?? (status === 'active' ? publishDate : null),
  };
  return {
    refreshed,
    writes: {
      job: { Update: jobUpdate(employerId, job, refreshed) },
      statusMap: moveWrites(employerId, { from: job.position, to: place.position, status }),
    },
  };
}

/**
 * Writes the jobs of employers. Every write is one transaction or one item, so no change is half written.
 * Reading and writing are one attempt, which throws LostRace when another writer was first, and is then repeated.
 */
export function jobStore(
  db: Database,
  now: () => Date,
  creations: { numbers: IdAllocator; transact: Transact } = { numbers: idAllocator(db), transact },
) {
  const reads = jobReader(db);

  async function draft(employerId: number, content: ContentWithLocationIds, { author, today }: Origin) {
    return createJobFrom(content, await creations.numbers.next(employerId, today), writtenBy(author, now()));
  }

  const create = (employerId: number, job: NewJob, replay?: Replay) =>
    createOrReplay(db, employerId, job, { transact: creations.transact, replay, now });

  /**
   * Determines from the job's current state whether a write that lost its response was applied. Throws StoreUnavailable
   * when that is impossible: the job is gone, or too many writes followed.
   */
  async function isApplied(employerId: number, written: Job, cause: unknown): Promise<boolean> {
    const [id = ''] = written.recentWrites;
    const current = await reads.get(employerId, written.id);
    if (current?.recentWrites.includes(id)) return true;
    if (!current || current.version - written.version >= RECENT_WRITES) {
      throw new StoreUnavailable('unknown', cause);
    }
    // All attempts of this write expect an older version, so none of them can still be applied.
    db.markWritesResolved();
    return false;
  }

  async function change(employerId: number, job: Job, amended: Job, author: Author): Promise<Job> {
    if (isUnchanged(toItem(employerId, job), toItem(employerId, amended))) return job;
    const at = now();
    const next = {
      ...withChangeTime(amended, at.getTime()),
      version: job.version + 1,
      recentWrites: [newWriteId(), ...job.recentWrites].slice(0, RECENT_WRITES),
      modifiedAt: toUnixSeconds(at),
      by: writtenBy(author, at),
      publicName: amended.publicName ?? (amended.confidential ? createPublicName() : null),
    };
    const { id, position, referenceId, status } = job;
    const update = jobUpdate(employerId, job, next);
    const isRenamed = next.publicName !== job.publicName;
    const isPlain = next.referenceId === referenceId && next.status === status && !isRenamed;
    try {
      // A transaction makes other writers of the item wait or fail, so it is used only when needed.
      if (isPlain) await db.update(update);
      else {
        await transact(db, {
          job: { Update: update },
          ...referenceWrites(employerId, id, referenceId, next.referenceId),
          publicName: isRenamed ? reservePublicName(employerId, next) : undefined,
          statusMap:
            next.status === status ? undefined : statusWrite(employerId, position, status, next.status),
        });
      }
    } catch (error) {
      if (refusedBy(error, 'job')) {
        // The other writer may have been an earlier attempt of this write that lost its response.
        const isOwn = db.hasUnresolvedWrite() && (await isApplied(employerId, next, error));
        if (!isOwn) throw new LostRace();
      } else if (next.referenceId !== null && refusedBy(error, 'reference')) {
        throw new ReferenceTaken(next.referenceId);
      } else throw error;
    }
    return next;
  }

  async function remove(
    employerId: number,
    job: Job | undefined,
    { author, check }: { author: Author; check: Check },
  ): Promise<boolean> {
    // An attempt whose response was lost may have deleted the job; the embedded engine may not know its token any more.
    if (!job && db.hasUnresolvedWrite()) throw new StoreUnavailable('unknown', undefined);
    if (!job) return false;
    check(job);
    const { id, version, position, referenceId, status, changedAt } = job;
    const by = writtenBy(author, now());
    await transact(db, {
      job: {
        Put: {
          Item: {
            ...tombstone(jobKeys.job(employerId, id), version, by),
            // Announces the deletion to searches.
            [attributes.changed]: Math.max(by.at, changedAt + 1),
          },
          ConditionExpression: '#version = :version',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':version': version },
        },
      },
      statusMap: statusWrite(employerId, position, status, 'none'),
      ...referenceWrites(employerId, id, referenceId, null),
      publicName: releasePublicName(job),
    }).catch(toLostRace('job'));
    return true;
  }

  return {
    ...jobOperations(db, { draft, create, change, remove }),

    /**
     * Gives the job today's publishDate and moves it to the top of the list, whatever its status, unless it was
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
        const position = await idAllocator(db).nextPositions(employerId, today, 1);
        const { refreshed, writes } = refreshWrites(employerId, job, position, writtenBy(author, now()));
        await transact(db, writes).catch(toLostRace('job'));
        return refreshed;
      }),
  };
}
