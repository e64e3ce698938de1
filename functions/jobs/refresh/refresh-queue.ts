import { isDue, fromItem, refreshAttributes } from '../job/job-item.ts';
import type { CalendarDate } from '../../platform/time/calendar.ts';
import { AUTO_REFRESH_PLAN, hasAutoRefresh } from '../../accounts/domain/employer.ts';
import type { Job } from '../job/job.ts';
import { countJobs } from '../lists/status-map.ts';
import { queryPages, type Database, type Item, type Write } from '../../platform/dynamodb/database.ts';
import { employerFrom } from '../../accounts/store/employer-item.ts';
import { toLostRace, unlessConditionFails } from '../../platform/dynamodb/failures.ts';
import { writtenBy } from '../../platform/dynamodb/last-write.ts';
import { jobReader } from '../job/job-reader.ts';
import { refreshWrites } from '../write/job-store.ts';
import { idAllocator, type ListPosition } from '../write/id-allocator.ts';
import { readStatusCounts } from '../lists/read-status-map.ts';
import { beginningWith } from '../../platform/dynamodb/sort-keys.ts';
import { attributes, indexes } from '../../platform/dynamodb/table.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';
import { employerIdOf, accountKeys } from '../../accounts/keys.ts';
import { jobIdOf, jobKeys, jobPrefixes, refreshDateOf, refreshPartition } from '../keys.ts';
import { transact } from '../../platform/dynamodb/writes.ts';

/** The number of jobs in a page of the queue, which one BatchGetItem can read. */
const PAGE_SIZE = 100;

/** A job's entry in the queue. */
export interface DueJob {
  employerId: number;
  id: number;
  /** The day on which the job became due. */
  date: CalendarDate;
}

/** A page of the queue; `last` is where the next page starts, undefined on the last page. */
export interface DuePage {
  jobs: DueJob[];
  last: Item | undefined;
}

/** The outcome of a queued job; `waiting` means that it was not due after all. */
export type RefreshOutcome = 'refreshed' | 'parked' | 'waiting';

/** Makes a transaction fail unless the employer has, or does not have, auto-refresh; see `hasAutoRefresh`. */
const onAutoRefresh = (employerId: number, isOn: boolean): Write => ({
  ConditionCheck: {
    Key: accountKeys.employer(employerId),
    ConditionExpression: `${isOn ? '' : 'NOT '}(#plan = :plan AND attribute_not_exists(#suspendedAt))`,
    ExpressionAttributeNames: { '#plan': 'plan', '#suspendedAt': 'suspendedAt' },
    ExpressionAttributeValues: { ':plan': AUTO_REFRESH_PLAN },
  },
});

const refreshNames = { '#partition': attributes.refreshPartition, '#order': attributes.refreshOrder };

/** The query for the jobs in a shard that are due on a day. */
const dueIn = (shard: number, today: CalendarDate) => {
  const { partition, sort } = indexes.byRefreshDate;
  return {
    IndexName: 'byRefreshDate',
    KeyConditionExpression: '#partition = :partition AND #sort <= :today',
    ExpressionAttributeNames: { '#partition': partition, '#sort': sort },
    ExpressionAttributeValues: {
      ':partition': refreshPartition(shard),
      ':today': beginningWith(`${today}#`).to,
    },
  };
};

/** The queue of auto-refresh: the byRefreshDate index, which holds only jobs that have a refresh date. */
export function refreshQueue(db: Database) {
  const numbers = idAllocator(db);

  const isRefreshing = async (employerId: number): Promise<boolean> => {
    const employer = await db.get({ Key: accountKeys.employer(employerId), ConsistentRead: true });
    return employer !== undefined && hasAutoRefresh(employerFrom(employer));
  };

  const { get: readJob } = jobReader(db);

  /** One attempt; throws LostRace when the job or the plan has changed since it was read. */
  async function moveOnce(employerId: number, job: Job, place: ListPosition, at: Date): Promise<void> {
    const { writes } = refreshWrites(employerId, job, place, writtenBy({ type: 'schedule' }, at));
    await transact(db, { ...writes, employer: onAutoRefresh(employerId, true) }).catch(
      toLostRace('job', 'employer'),
    );
  }

  /** One attempt, which throws LostRace as `moveOnce` does. The job keeps its version, because clients see no change. */
  async function parkOnce(employerId: number, job: Job): Promise<void> {
    const parking: Write = {
      Update: {
        Key: jobKeys.job(employerId, job.id),
        UpdateExpression: 'REMOVE #partition, #order',
        ConditionExpression: '#version = :version',
        ExpressionAttributeNames: { '#version': 'version', ...refreshNames },
        ExpressionAttributeValues: { ':version': job.version },
      },
    };
    await transact(db, { job: parking, employer: onAutoRefresh(employerId, false) }).catch(
      toLostRace('job', 'employer'),
    );
  }

  /** Skips a job that changed since it was read: the write that changed the job has already queued it again. */
  async function bringBackOne(employerId: number, job: Job): Promise<void> {
    const after = refreshAttributes(employerId, job);
    await unlessConditionFails(
      db.update({
        Key: jobKeys.job(employerId, job.id),
        UpdateExpression: 'SET #partition = :partition, #order = :order',
        ConditionExpression: '#version = :version',
        ExpressionAttributeNames: { '#version': 'version', ...refreshNames },
        ExpressionAttributeValues: {
          ':version': job.version,
          ':partition': after[attributes.refreshPartition],
          ':order': after[attributes.refreshOrder],
        },
      }),
    );
  }

  return {
    /** A page of a shard's jobs that are due on a day, longest due first; `from` is the `last` of the previous page. */
    due: async (shard: number, today: CalendarDate, from?: Item): Promise<DuePage> => {
      const { items, last } = await db.queryPage({
        ...dueIn(shard, today),
        Limit: PAGE_SIZE,
        ...(from && { ExclusiveStartKey: from }),
      });
      const jobs = items.map(({ PK, SK, [attributes.refreshOrder]: order }) => ({
        employerId: employerIdOf({ PK }),
        id: jobIdOf({ SK }),
        date: refreshDateOf(order),
      }));
      return { jobs, last };
    },

    /** Counts the jobs in a shard that are due on a day. */
    count: async (shard: number, today: CalendarDate): Promise<number> => {
      let count = 0;
      for await (const { scanned } of queryPages(db, { ...dueIn(shard, today), Select: 'COUNT' })) {
        count += scanned;
      }
      return count;
    },

    isRefreshing,

    /** Reads these jobs of an employer and returns those due on a day, in list order, oldest first. */
    dueJobs: async (employerId: number, ids: readonly number[], today: CalendarDate): Promise<Job[]> => {
      const items = await db.batchGet(
        ids.map((id) => jobKeys.job(employerId, id)),
        { ConsistentRead: true },
      );
      return items
        .filter((item) => !isTombstone(item))
        .map(fromItem)
        .filter((job) => isDue(job, today))
        .toSorted((a, b) => a.position - b.position);
    },

    /** Allocates positions for several jobs of an employer together. */
    places: numbers.nextPositions,

    /**
     * Refreshes a job that is still due if its employer has auto-refresh at that moment, and parks it otherwise. `job`
     * and `place` were read before (no place for a plan without auto-refresh); if another writer was first, both are
     * read again.
     */
    refreshOrPark: (
      employerId: number,
      job: Job,
      { today, now, place }: { today: CalendarDate; now: () => Date; place: ListPosition | undefined },
    ): Promise<RefreshOutcome> => {
      let firstRead: { job: Job | undefined; refreshing: boolean } | undefined = { job, refreshing: !!place };
      return db.retry(async () => {
        const current = firstRead ?? {
          job: await readJob(employerId, job.id),
          refreshing: await isRefreshing(employerId),
        };
        firstRead = undefined;
        if (!current.job || !isDue(current.job, today)) return 'waiting';
        if (!current.refreshing) {
          await parkOnce(employerId, current.job);
          return 'parked';
        }
        // The employer has just got auto-refresh: the job stays in the queue for the next run.
        if (!place) return 'waiting';
        await moveOnce(employerId, current.job, place, now());
        return 'refreshed';
      });
    },

    /**
     * Queues an employer's parked jobs again, page by page; a second call completes an interrupted one. `onPage` gets
     * the number of jobs examined so far. Returns how many jobs it queued.
     */
    bringBack: async (
      employerId: number,
      onPage: (looked: number, total: number) => void,
    ): Promise<number> => {
      const total = countJobs(await readStatusCounts(db, employerId), undefined);
      const { PK } = accountKeys.employer(employerId);
      const { from, to } = beginningWith(jobPrefixes.job);
      let looked = 0;
      let back = 0;
      const query = {
        KeyConditionExpression: '#PK = :PK AND #SK BETWEEN :from AND :to',
        FilterExpression: '#auto = :true AND #status = :active AND attribute_not_exists(#partition)',
        ExpressionAttributeNames: {
          '#PK': 'PK',
          '#SK': 'SK',
          '#auto': 'autoRefresh',
          '#status': 'status',
          '#partition': attributes.refreshPartition,
        },
        ExpressionAttributeValues: {
          ':PK': PK,
          ':from': from,
          ':to': to,
          ':true': true,
          ':active': 'active',
        },
        ConsistentRead: true,
        Limit: PAGE_SIZE,
      };
      for await (const { items, scanned } of queryPages(db, query)) {
        for (const item of items) {
          await bringBackOne(employerId, fromItem(item));
          back += 1;
        }
        onPage((looked += scanned), total);
      }
      return back;
    },
  };
}
