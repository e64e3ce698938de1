import type { BatchTarget } from './domain/batch.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { jobRehearsal } from '../jobs/store/job-rehearsal.ts';
import { placeStore } from '../reference/store/places.ts';
import { readAhead } from './store/read-ahead.ts';
import { now } from '../platform/clock.ts';
import { employerAccess } from '../employers/services.ts';
import type { RequestTime } from '../platform/request-database.ts';
import { dates } from '../jobs/write-services.ts';

function rehearsalOn(db: Database) {
  const { gazetteer, found } = placeStore(db, now);
  return { ...dates, jobs: jobRehearsal(db, now), places: { gazetteer, settled: found } };
}

/** The services of a validation. None of them writes, so one database serves all operations. */
export function validationServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return {
    ...access,
    remainingMillis: context.getRemainingTimeInMillis,
    alone: () => rehearsalOn(db),
    forEach: async (employerId: number, targets: readonly BatchTarget[]) => {
      const ahead = await readAhead(db, employerId, targets);
      return {
        each: ahead.map(({ over }) => rehearsalOn(over(db))),
        chains: targets.map((_, place) => [place]),
      };
    },
  };
}
