import { toUnixSeconds } from '../../platform/time/calendar.ts';
import {
  type Idempotency,
  findIdempotencyRecord,
  idempotencyRecordWrite,
  type IdempotencyRecord,
} from '../../idempotency/idempotency.ts';
import { accountKeys } from '../../accounts/keys.ts';
import { defaultCloseDate } from '../job/job-content.ts';
import type { Job, ContentWithLocationIds } from '../job/job.ts';
import type { LastWrite } from '../../platform/dynamodb/last-write.ts';
import { tombstone } from '../../platform/dynamodb/tombstone.ts';
import { Refusal, StoreUnavailable } from '../../platform/errors.ts';
import type { Database, Write } from '../../platform/dynamodb/database.ts';
import { conflictedOn, LostRace, refusedBy } from '../../platform/dynamodb/failures.ts';
import { toItem } from '../job/job-item.ts';
import type { Publication } from './id-allocator.ts';
import { referenceWrites, createPublicName, ReferenceTaken, reservePublicName } from '../job/job-reader.ts';
import { statusWrite } from '../lists/status-map.ts';
import { jobKeys } from '../keys.ts';
import type { Transact } from '../../platform/dynamodb/writes.ts';

/** A job that is not stored yet, with its numbers and its first write. */
export type NewJob = Job & { modifiedAt: number; by: LastWrite };

/** The identification of a request, and the response that a repeated request gets. */
export interface Replay {
  request: Idempotency;
  response: IdempotencyRecord;
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

/**
 * Writes a new job in one transaction with its referenceId, its public name, its digit in the status map, and the
 * response of an idempotent request. Throws LostRace when another writer was first.
 */
async function writeNewJob(
  db: Database,
  employerId: number,
  job: NewJob,
  { transact, answer }: { transact: Transact; answer: Write | undefined },
): Promise<void> {
  const { id, position, status, referenceId } = job;
  try {
    await transact(db, {
      job: { Put: { Item: toItem(employerId, job), ConditionExpression: 'attribute_not_exists(PK)' } },
      statusMap: statusWrite(employerId, position, 'none', status),
      ...referenceWrites(employerId, id, null, referenceId),
      publicName: reservePublicName(employerId, job),
      answer,
    });
  } catch (error) {
    if (isBlockedByTransaction(error, 'answer')) {
      throw new Refusal('idempotency_key_in_use', undefined, { retryAfter: 1 });
    }
    if (!refusedBy(error, 'job', 'reference', 'answer')) throw error;
    // No other writer has this id: the item is from a lost attempt whose transaction token the embedded engine forgot,
    // or the tombstone that an earlier attempt left.
    if (!db.hasUnresolvedWrite() && refusedBy(error, 'job')) throw new StoreUnavailable('not-applied', error);
    // An earlier attempt of this write may still arrive late, when the referenceId is free again.
    if (db.hasUnresolvedWrite() && !(await preventLateWrite(db, employerId, job))) return;
    throw referenceId !== null && refusedBy(error, 'reference')
      ? new ReferenceTaken(referenceId)
      : new LostRace();
  }
}

/** Writes a new job, or finds the first response to the same request. One attempt, which throws LostRace. */
export async function createOrReplay(
  db: Database,
  employerId: number,
  job: NewJob,
  { transact, replay, now }: { transact: Transact; replay: Replay | undefined; now: () => Date },
): Promise<IdempotencyRecord | undefined> {
  const partition = accountKeys.employer(employerId);
  const answer = replay && idempotencyRecordWrite(partition, replay.request, replay.response);
  try {
    await writeNewJob(db, employerId, job, { transact, answer });
    return undefined;
  } catch (error) {
    if (!replay || !(error instanceof LostRace)) throw error;
    // If the referenceId is taken, the first of these requests may have taken it.
    const earlier = await findIdempotencyRecord(db, partition, replay.request, now());
    if (!earlier) throw error;
    return earlier;
  }
}
