import { employerAccess } from '../../accounts/access.ts';
import { now } from '../../platform/time/clock.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { databasePool, type RequestTime } from '../../platform/request-database.ts';
import { applicationEraser } from '../retention/erasure.ts';
import { applicationsIn } from '../services.ts';
import { applicationStages } from './application-stages.ts';

/** The services of one operation. */
const writesIn = (db: Database) => {
  const { effect, ...stages } = applicationStages(db, now);
  return { ...applicationsIn(db), stages, effect, erase: applicationEraser(db) };
};

export type ApplicationWrites = ReturnType<typeof writesIn>;

/**
 * The services of a batch. Each operation has its own database, which tracks unresolved writes. No two operations are
 * on the same application.
 */
export function batchServicesFor(context: RequestTime) {
  const { access } = employerAccess(context);
  const { nextDatabase, usage } = databasePool(context, access.usage);
  return {
    ...access,
    usage,
    remainingMillis: context.getRemainingTimeInMillis,
    forEach: async (_: number, operations: readonly unknown[]) => ({
      each: operations.map(() => writesIn(nextDatabase())),
      chains: operations.map((__, place) => [place]),
    }),
  };
}
