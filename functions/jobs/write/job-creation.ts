import { type CalendarDate, toUnixSeconds } from '../../platform/time/calendar.ts';
import {
  type Idempotency,
  findIdempotencyRecord,
  idempotencyRecordWrite,
  type IdempotencyRecord,
} from '../../idempotency/idempotency.ts';
import { defaultCloseDate } from '../job/job-content.ts';
import type { Job, ContentWithLocationIds } from '../job/job.ts';
import { writtenBy, type Author, type LastWrite } from '../../platform/dynamodb/last-write.ts';
import { tombstone } from '../../platform/dynamodb/tombstone.ts';
import { Refusal, StoreUnavailable } from '../../platform/errors.ts';
import type { Database, Write } from '../../platform/dynamodb/database.ts';
import { conflictedOn, LostRace, refusedBy } from '../../platform/dynamodb/failures.ts';
import { toItem } from '../job/job-item.ts';
import type { IdAllocator, Publication } from './id-allocator.ts';
import { referenceWrites, createPublicName, ReferenceTaken, reservePublicName } from '../job/job-reader.ts';
import { statusWrite } from '../lists/status-map.ts';
import { jobKeys, publicIdOf } from '../keys.ts';
import { accountKeys } from '../../accounts/keys.ts';
import type { Transact } from '../../platform/dynamodb/writes.ts';

/** A job that was just created. */
type NewJob = Job & { modifiedAt: number; by: LastWrite };

export interface Creation {
  author: Author;
  today: CalendarDate;
  /** When given, a repeated request gets the first response. */
  idempotency: Idempotency | undefined;
  /** The body of the response to the request that created the job. */
  answerOf: (job: Job) => string;
}

/** Creates a job from its content and the numbers of its publication. */
export const createJobFrom = (
  { closeDate, ...content }: ContentWithLocationIds,
  publication: Publication,
  by: LastWrite,
): NewJob => ({
  ...content,
  ...publication,
  closeDate: closeDate ?? defaultCloseDate(publication.publishDate),
  version: 1,
  recentWrites: [],
  changedAt: by.at,
  createdAt: toUnixSeconds(by.at),
  modifiedAt: toUnixSeconds(by.at),
  by,
  firstPublished: content.status === 'active' ? publication.publishDate : null,
  publicName: content.confidential ? createPublicName() : null,
});

/** Whether time ran out while another transaction was working on the item of the named write. */
const isBlockedByTransaction = (error: unknown, name: string) =>
  error instanceof StoreUnavailable && error.outcome === 'not-applied' && conflictedOn(error.cause, name);

/** The last version of a job that was never created. */
const NEVER_EXISTED = 0;

/**
 * Prevents an attempt that is still in flight from creating a job, by a tombstone under the job's key. Returns false
 * when the attempt has created it.
 */
async function preventLateWrite(
  db: Database,
  employerId: number,
  { id, by }: { id: number; by: LastWrite },
): Promise<boolean> {
  try {
    await db.put({
      Item: tombstone(jobKeys.job(employerId, id), NEVER_EXISTED, by),
      ConditionExpression: 'attribute_not_exists(PK)',
    });
  } catch (error) {
    if (!refusedBy(error)) throw error;
    // The item is the job, or the record that somebody has deleted it since, or the tombstone itself if an earlier
    // attempt to put it lost its response.
    const item = await db.get({ Key: jobKeys.job(employerId, id), ConsistentRead: true });
    if (item && item['lastVersion'] !== NEVER_EXISTED) return false;
  }
  db.markWritesResolved();
  return true;
}

/** The dependencies that creations may share: allocated numbers, and transactions. */
export interface CreationDeps {
  numbers: IdAllocator;
  transact: Transact;
}

/** Creates jobs: one attempt each, which throws LostRace when another writer was first. */
export function jobCreation(db: Database, now: () => Date, { numbers, transact }: CreationDeps) {
  /**
   * Writes the job in one transaction with its referenceId, its public name, its digit in the status map, and the
   * response of an idempotent request.
   */
  async function create(
    employerId: number,
    content: ContentWithLocationIds,
    { author, today }: Pick<Creation, 'author' | 'today'>,
    idempotencyWrite?: (job: NewJob) => Write,
  ): Promise<NewJob> {
    const job = createJobFrom(content, await numbers.next(employerId, today), writtenBy(author, now()));
    const { referenceId } = job;
    try {
      await transact(db, {
        job: { Put: { Item: toItem(employerId, job), ConditionExpression: 'attribute_not_exists(PK)' } },
        statusMap: statusWrite(employerId, job.position, 'none', job.status),
        ...referenceWrites(employerId, job.id, null, referenceId),
        publicName: reservePublicName(employerId, job),
        answer: idempotencyWrite?.(job),
      });
    } catch (error) {
      if (isBlockedByTransaction(error, 'answer')) {
        throw new Refusal('idempotency_key_in_use', undefined, { retryAfter: 1 });
      }
      // No other writer has this id. A job with the id is from a lost attempt whose transaction token the embedded engine forgot.
      if (!refusedBy(error, 'job', 'reference', 'answer')) throw error;
      // An earlier attempt of this write may still arrive late, when the referenceId is free again.
      if (db.hasUnresolvedWrite() && !(await preventLateWrite(db, employerId, job))) return job;
      throw referenceId !== null && refusedBy(error, 'reference')
        ? new ReferenceTaken(referenceId)
        : new LostRace();
    }
    return job;
  }

  return {
    create,

    /** Creates the job, or finds the first response to the same request. */
    createOrReplay: async (
      employerId: number,
      content: ContentWithLocationIds,
      { idempotency, answerOf, ...wanted }: Creation,
    ): Promise<IdempotencyRecord & { isReplay: boolean }> => {
      const answerTo = (job: NewJob) => ({
        jobId: job.id,
        publicId: publicIdOf(job),
        modifiedAt: job.modifiedAt,
        text: answerOf(job),
      });
      const idempotencyWrite =
        idempotency &&
        ((job: NewJob) =>
          idempotencyRecordWrite(accountKeys.employer(employerId), idempotency, answerTo(job)));
      try {
        return { ...answerTo(await create(employerId, content, wanted, idempotencyWrite)), isReplay: false };
      } catch (error) {
        if (!idempotency || !(error instanceof LostRace)) throw error;
        // If the referenceId is taken, the first of these requests may have taken it.
        const record = await findIdempotencyRecord(db, accountKeys.employer(employerId), idempotency, now());
        if (!record) throw error;
        return { ...record, isReplay: true };
      }
    },
  };
}
