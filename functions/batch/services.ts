import { employerAccess } from '../accounts/access.ts';
import { jobRehearsal } from '../jobs/store/job-rehearsal.ts';
import { sharedNumbers } from '../jobs/store/numbers.ts';
import { jobWrites, type JobWrites } from '../jobs/services.ts';
import { hasPassed, now, today } from '../platform/clock.ts';
import { setting } from '../platform/config.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { transactionsTogether } from '../platform/dynamodb/transactions-together.ts';
import { databasesBeside, type RequestTime } from '../platform/request-database.ts';
import { placeStore } from '../reference/store/places.ts';
import { targetOf, type BatchItem } from './batch-items.ts';
import { chainsOf } from './domain/batch.ts';
import { readAhead } from './store/read-ahead.ts';

/**
 * The services of a batch. Each operation has a database of its own, since whether an outcome is uncertain is known for a
 * database as a whole; what all of them read first is read together, and their numbers are drawn
 * together, and those that create at the same time share a transaction. An operation
 * that follows another on the same job reads for itself, to see what that one did.
 */
export function batchServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  const { another, usage } = databasesBeside(context, access.usage);
  return {
    ...access,
    usage,
    remainingMillis: context.getRemainingTimeInMillis,
    forEach: async (employerId: number, items: readonly BatchItem[]) => {
      const ahead = await readAhead(db, employerId, items.map(targetOf));
      const numbersOver = sharedNumbers(db, ahead.filter(({ creates }) => creates).length);
      const transact = transactionsTogether();
      const chains = chainsOf(ahead.map(({ names }) => names));
      const first = new Set(chains.map(([place]) => place));
      const each = ahead.map(({ over, creates }, place): JobWrites => {
        const alone = another();
        const means = creates ? { numbers: numbersOver(alone), transact } : undefined;
        return jobWrites(first.has(place) ? over(alone) : alone, means);
      });
      return { each, chains };
    },
  };
}

function rehearsalOn(db: Database) {
  const { gazetteer, found } = placeStore(db, now);
  return {
    today,
    hasPassed,
    postingLaws: setting('POSTING_LAWS'),
    jobs: jobRehearsal(db, now),
    places: { gazetteer, withIds: found },
  };
}

/** The services of a validation. None of them writes, so one database serves all operations. */
export function validationServicesFor(context: RequestTime) {
  const { db, access } = employerAccess(context);
  return {
    ...access,
    remainingMillis: context.getRemainingTimeInMillis,
    alone: () => rehearsalOn(db),
    forEach: async (employerId: number, items: readonly BatchItem[]) => {
      const ahead = await readAhead(db, employerId, items.map(targetOf));
      return {
        each: ahead.map(({ over }) => rehearsalOn(over(db))),
        chains: items.map((_, place) => [place]),
      };
    },
  };
}
