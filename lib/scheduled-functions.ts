import { REFRESH_SHARDS } from '../functions/store/table.ts';

/** When a function runs that no request calls: once an hour with each of the inputs, spread over the hour. */
export interface ScheduledTrigger {
  inputs: readonly object[];
}

/** A function that no request calls. */
export interface ScheduledFunction {
  description: string;
  trigger: ScheduledTrigger;
  memoryMegabytes: number;
  timeoutSeconds: number;
}

/**
 * The functions that no request calls, by their ids. None has concurrency of its own: runs may overlap, there are never
 * more of them than inputs and retries, and an account has little to reserve from.
 */
export const scheduledFunctions = {
  refreshDueJobs: {
    description: 'Refresh the jobs that are due in a shard (auto-refresh)',
    trigger: { inputs: Array.from({ length: REFRESH_SHARDS }, (_, shard) => ({ shard })) },
    memoryMegabytes: 1_024,
    // A run ends itself a minute before; the next one goes on.
    timeoutSeconds: 600,
  },
} as const satisfies Record<string, ScheduledFunction>;

export type ScheduledId = keyof typeof scheduledFunctions;
