import { CONFIRMATION_STOP } from '../../../schemas/application-limits.ts';
import { expiringCounts } from '../../platform/dynamodb/expiring-counts.ts';
import { confirmationCounts } from '../store/confirmation-counts.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { now } from '../../platform/clock.ts';
import { addDays } from '../../platform/values/calendar.ts';
import { metered, writeLine } from '../../platform/log-line.ts';

/** Whether one more counts of the same network address and job: or else a single one could stop all. */
async function isOneOfFew(db: Database, origins: readonly string[]): Promise<boolean> {
  const count = await confirmationCounts(db).get();
  if (!count) return false;
  const until = Date.parse(addDays(count.since, CONFIRMATION_STOP.days)) / 1_000;
  for (const origin of origins) {
    const bounces = await expiringCounts(db).add(`${origin}.${count.since}`, until);
    if (bounces > CONFIRMATION_STOP.ofOneOrigin) return false;
  }
  return true;
}

/**
 * Counts a confirmation that mail services hold against the account, unless enough of the same origin are counted, and
 * says in the log if it stops all others.
 */
export async function countBounce(
  db: Database,
  operation: string,
  origins: readonly string[],
): Promise<void> {
  if (!(await isOneOfFew(db, origins))) return;
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
