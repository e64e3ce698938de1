import { now } from '../platform/time/clock.ts';
import { metered, writeLine } from '../platform/log-line.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';
import { overdueReports } from './store/report-queue.ts';

/** Writes to the log how many reports have been open for more than a day, if there are any. Returns how many. */
export async function logOverdue(context: RequestTime): Promise<number> {
  const overdue = await overdueReports(databaseFor(context), now());
  if (overdue > 0) {
    writeLine({ level: 'WARN', operation: 'sendReports', overdue, ...metered(['overdue'], now()) });
  }
  return overdue;
}
