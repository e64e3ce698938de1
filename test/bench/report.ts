import type { Usage } from '../../functions/platform/dynamodb/database.ts';

/** What a measured process reports about itself. */
export interface Report {
  /** User and system, in microseconds since it began. */
  cpu: number;
  /** What the last request cost, where the process is the service. */
  last: (Usage & { roundTrips: number }) | undefined;
}

/** Answers each message of the parent with a report, and ends with it. */
export function reportWhenAsked(last: () => Report['last']): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system, last: last() } satisfies Report);
  });
  process.on('disconnect', () => process.exit());
}
