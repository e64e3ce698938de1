import { employerAccess } from '../accounts/access.ts';
import { hasPassed, now, today } from '../platform/time/clock.ts';
import { setting } from '../platform/config.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import {
  bestEffortDatabaseFor,
  databasePool,
  addUsage,
  type RequestTime,
} from '../platform/request-database.ts';
import type { BatchItem } from './batch/batch-items.ts';
import { chainByJob, prefetchJobs } from './batch/prefetch.ts';
import { sharedTransaction } from '../platform/dynamodb/shared-transaction.ts';
import { dryRunJobs } from './write/dry-run-jobs.ts';
import { batchAllocator } from './write/id-allocator.ts';
import { placeStore } from '../reference/store/places.ts';
import { jobLists } from './lists/job-lists.ts';
import { changedJobs } from './search/changed-jobs.ts';
import { jobSearch } from './search/job-search.ts';
import { jobReader } from './job/job-reader.ts';
import { jobStore, type JobStore } from './write/job-store.ts';
import { referenceList } from './lists/reference-list.ts';

/** The services for reading one job. */
export function readServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, jobs: jobReader(db) };
}

/** The services for listing jobs. */
export function listServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  const bestEffortDb = bestEffortDatabaseFor(context);
  return {
    ...access,
    // The rate limit of a key does not count the cost of packs, because packs serve later searches.
    loggedUsage: () => addUsage(access.usage(), bestEffortDb.usage()),
    lists: jobLists(db),
    search: jobSearch(db, bestEffortDb, now),
    changes: changedJobs(db),
  };
}

/** The services for listing references. */
export function referenceServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, references: referenceList(db) };
}

/** The services of operations that change jobs. */
const changeServices = <Jobs extends JobStore>(
  db: Database,
  jobs: Jobs,
  places: Pick<ReturnType<typeof placeStore>, 'gazetteer' | 'assignLocationIds'>,
) => ({
  today,
  hasPassed,
  postingLaws: setting('POSTING_LAWS'),
  jobs,
  places,
  hasApplications: jobReader(db).hasApplications,
});

export type JobServices = ReturnType<typeof changeServices<JobStore>>;

export const jobServices = (db: Database, creations?: Parameters<typeof jobStore>[2]) =>
  changeServices(db, jobStore(db, now, creations), placeStore(db, now));

/** The services of operations that write jobs, for one request. */
export function writeServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, ...jobServices(db) };
}

/**
 * The services of a batch. Each operation has its own database, which tracks unresolved writes. They share prefetched
 * reads, allocated numbers, and a transaction for creations at the same time. An operation that follows another on the
 * same job reads again, to see its effect.
 */
export function batchServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  const { nextDatabase, usage } = databasePool(context, access.usage);
  return {
    ...access,
    usage,
    remainingMillis: context.getRemainingTimeInMillis,
    forEach: async (employerId: number, items: readonly BatchItem[]) => {
      const prefetched = await prefetchJobs(db, employerId, items);
      const numbersOver = batchAllocator(db, prefetched.filter(({ creates }) => creates).length);
      const transact = sharedTransaction();
      const chains = chainByJob(prefetched.map(({ names }) => names));
      const headIndexes = new Set(chains.map(([head]) => head));
      const each = prefetched.map(({ wrap, creates }, index) => {
        const single = nextDatabase();
        const creations = creates ? { numbers: numbersOver(single), transact } : undefined;
        return jobServices(headIndexes.has(index) ? wrap(single) : single, creations);
      });
      return { each, chains };
    },
  };
}

function dryRunServices(db: Database) {
  const { gazetteer, lookUpLocationIds } = placeStore(db, now);
  return changeServices(db, dryRunJobs(db, now), { gazetteer, assignLocationIds: lookUpLocationIds });
}

/** The services of a validation. None of them writes, so one database serves all operations. */
export function validationServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return {
    ...access,
    remainingMillis: context.getRemainingTimeInMillis,
    single: () => dryRunServices(db),
    forEach: async (employerId: number, items: readonly BatchItem[]) => {
      const prefetched = await prefetchJobs(db, employerId, items);
      return {
        each: prefetched.map(({ wrap }) => dryRunServices(wrap(db))),
        chains: items.map((_, index) => [index]),
      };
    },
  };
}
