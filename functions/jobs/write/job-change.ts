import { randomBytes } from 'node:crypto';
import { type CalendarDate, toUnixSeconds } from '../../platform/time/calendar.ts';
import type { Job } from '../job/job.ts';
import { writtenBy, type Author } from '../../platform/dynamodb/last-write.ts';
import { StoreUnavailable } from '../../platform/errors.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { LostRace, toLostRace, ReferenceTaken, refusedBy } from '../../platform/dynamodb/failures.ts';
import { updateOf, isUnchanged } from '../../platform/dynamodb/conditional-writes.ts';
import { toItem, withChangeTime } from '../job/job-item.ts';
import { jobReader } from '../job/job-reader.ts';
import { refreshWrites } from './job-refresh.ts';
import { idAllocator } from './id-allocator.ts';
import { releasePublicName, createPublicName, reservePublicName } from '../job/public-names.ts';
import { referenceWrites } from './references.ts';
import { statusWrite } from '../lists/status-map.ts';
import { jobKeys } from '../keys.ts';
import { attributes } from '../../platform/dynamodb/table.ts';
import { tombstone } from '../../platform/dynamodb/tombstone.ts';
import { transact } from '../../platform/dynamodb/transaction.ts';

/** How many of its latest write ids a job stores. */
const RECENT_WRITES = 8;

/** Eight characters: enough to distinguish the latest writes of one job. */
const newWriteId = () => randomBytes(6).toString('base64url');

/** Changes and deletes jobs: one attempt each, which throws LostRace when the job changed since it was read. */
export function jobChange(db: Database, now: () => Date) {
  const { get } = jobReader(db);
  const numbers = idAllocator(db);

  /**
   * Determines from the job's current state whether a write that lost its response was applied. Throws StoreUnavailable
   * when that is impossible: the job is gone, or too many writes followed.
   */
  async function isApplied(employerId: number, written: Job, cause: unknown): Promise<boolean> {
    const [id = ''] = written.recentWrites;
    const current = await get(employerId, written.id);
    if (current?.recentWrites.includes(id)) return true;
    if (!current || current.version - written.version >= RECENT_WRITES) {
      throw new StoreUnavailable('unknown', cause);
    }
    // Its attempts expect an older version, so none of them can still be applied.
    db.markWritesResolved();
    return false;
  }

  return {
    /** Writes the amended job, or nothing if it is the same. */
    change: async (employerId: number, job: Job, amended: Job, author: Author): Promise<Job> => {
      const before = toItem(employerId, job);
      if (isUnchanged(before, toItem(employerId, amended))) return job;
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
      const update = updateOf(before, toItem(employerId, next));
      const isRenamed = next.publicName !== job.publicName;
      const isPlain = next.referenceId === referenceId && next.status === status && !isRenamed;
      try {
        // Only when needed: a transaction makes other writers of the item wait or fail.
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
          if (db.hasUnresolvedWrite() && (await isApplied(employerId, next, error))) return next;
          throw new LostRace();
        }
        throw next.referenceId !== null && refusedBy(error, 'reference')
          ? new ReferenceTaken(next.referenceId)
          : error;
      }
      return next;
    },

    /** Moves a job to the top of the list and gives it today's publishDate. */
    refresh: async (
      employerId: number,
      job: Job,
      { today, author }: { today: CalendarDate; author: Author },
    ): Promise<Job> => {
      const position = await numbers.nextPositions(employerId, today, 1);
      const { refreshed, writes } = refreshWrites(employerId, job, position, writtenBy(author, now()));
      await transact(db, writes).catch(toLostRace('job'));
      return refreshed;
    },

    /** Deletes a job with its referenceId and its public name. */
    remove: async (employerId: number, job: Job, author: Author): Promise<void> => {
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
    },
  };
}
