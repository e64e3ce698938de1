import { confirmationCounts } from '../store/confirmation-counts.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { now } from '../../platform/clock.ts';
import { metered, writeLine } from '../../platform/log-line.ts';

/** Counts a confirmation that mail services hold against the account, and says in the log if it stops all others. */
export async function countBounce(db: Database, operation: string): Promise<void> {
  const stopped = await confirmationCounts(db).addBounce(now());
  if (!stopped) return;
  const { since, mailed, bounced } = stopped;
  writeLine({
    level: 'ERROR',
    operation,
    confirmationsStopped: 1,
    since,
    mailed,
    bounced,
    ...metered(['confirmationsStopped'], now()),
  });
}
