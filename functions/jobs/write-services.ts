import type { Database } from '../platform/dynamodb/database.ts';
import { jobStore, type JobChanges } from './store/jobs.ts';
import type { Numbers } from './store/numbers.ts';
import { placeStore } from '../reference/store/places.ts';
import { hasPassed, now, today } from '../platform/clock.ts';
import { employerAccess } from '../employers/services.ts';
import type { RequestTime } from '../platform/request-database.ts';

/** The dates that a job is judged by. */
export const dates = { today, hasPassed };

/** What the operations work with that change jobs. */
export type JobWrites = typeof dates & {
  jobs: JobChanges;
  places: Pick<ReturnType<typeof placeStore>, 'gazetteer' | 'settled'>;
};

export const jobWrites = (db: Database, numbers?: Numbers) => ({
  ...dates,
  jobs: jobStore(db, now, numbers),
  places: placeStore(db, now),
});

/** The services of operations that write jobs, for one request. */
export function writeServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return { ...access, ...jobWrites(db) };
}
