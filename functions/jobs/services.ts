import { employerAccess } from '../accounts/access.ts';
import { hasPassed, now, today } from '../platform/clock.ts';
import { setting } from '../platform/config.ts';
import type { PostingLaws } from './domain/job-content.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { bestEffortDatabaseFor, sumOf, type RequestTime } from '../platform/request-database.ts';
import { placeStore } from '../reference/store/places.ts';
import { jobLists } from './store/job-lists.ts';
import { jobSearch } from './store/job-search.ts';
import { jobReader } from './store/job-reader.ts';
import { jobStore, type JobChanges } from './store/jobs.ts';
import type { CreationMeans } from './store/job-creation.ts';
import { referenceList } from './store/reference-list.ts';

/** The services for reading one job. */
export function readServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, jobs: jobReader(db) };
}

/** The services for listing jobs. */
export function listServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  const upkeep = bestEffortDatabaseFor(context);
  return {
    ...access,
    // A key does not pay for packs, which serve the searches of everybody after it.
    logged: () => sumOf(access.usage(), upkeep.usage()),
    lists: jobLists(db),
    search: jobSearch(db, upkeep, now),
  };
}

/** The services for listing references. */
export function referenceServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, references: referenceList(db) };
}

/** What the operations work with that change jobs. */
export interface JobWrites {
  today: typeof today;
  hasPassed: typeof hasPassed;
  postingLaws: PostingLaws;
  jobs: JobChanges;
  places: Pick<ReturnType<typeof placeStore>, 'gazetteer' | 'withIds'>;
}

export const jobWrites = (db: Database, means?: CreationMeans) => ({
  today,
  hasPassed,
  postingLaws: setting('POSTING_LAWS'),
  jobs: jobStore(db, now, means),
  places: placeStore(db, now),
});

/** The services of operations that write jobs, for one request. */
export function writeServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, ...jobWrites(db) };
}
