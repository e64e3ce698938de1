import type { Usage } from '../../functions/platform/dynamodb/database.ts';
import type { ScheduledId } from '../../lib/function-table.ts';

/** The report of a measured process. */
export interface Report {
  /** User and system CPU time since the process started, in microseconds. */
  cpu: number;
  /** The cost of the last request, if the process is the service. */
  last: (Usage & { roundTrips: number }) | undefined;
}

/** A message of the parent process, which requests a report, optionally after a run of a scheduled function. */
export interface Question {
  run?: ScheduledId | undefined;
}

/** Sends a report for each message of the parent process, and exits with the parent. */
export function reportWithOption(
  last: () => Report['last'],
  runScheduled?: (id: ScheduledId) => Promise<unknown>,
): void {
  process.on('message', ({ run }: Question) => {
    void (async () => {
      if (run !== undefined) await runScheduled?.(run);
      const { user, system } = process.cpuUsage();
      process.send?.({ cpu: user + system, last: last() } satisfies Report);
    })();
  });
  process.on('disconnect', () => process.exit());
}
