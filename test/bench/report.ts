import type { Usage } from '../../functions/platform/dynamodb/database.ts';
import type { ScheduledId } from '../../lib/function-table.ts';

/** What a measured process reports about itself. */
export interface Report {
  /** User and system, in microseconds since it began. */
  cpu: number;
  /** The cost of the last request, if the process is the service. */
  last: (Usage & { roundTrips: number }) | undefined;
}

/** A question of the parent: it asks for a report, after a run of a scheduled function if it names one. */
export interface Question {
  run?: ScheduledId | undefined;
}

/** Answers each question of the parent with a report, and exits with the parent. */
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
