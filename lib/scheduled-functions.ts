import { REFRESH_SHARDS } from '../functions/store/table.ts';

/** Calls a function once an hour with each of the inputs, spread over the hour. */
export interface ScheduledTrigger {
  inputs: readonly object[];
}

/** A function called by schedules, not by requests. */
export interface ScheduledFunction {
  description: string;
  trigger: ScheduledTrigger;
  memoryMegabytes: number;
  timeoutSeconds: number;
}

/**
 * The scheduled functions, by their ids. None has reserved concurrency: runs may overlap, there are never more than
 * inputs and retries, and an account has little concurrency to reserve.
 */
export const scheduledFunctions = {
  refreshDueJobs: {
    description: 'Refresh the due jobs of a shard (auto-refresh)',
    trigger: { inputs: Array.from({ length: REFRESH_SHARDS }, (_, shard) => ({ shard })) },
    memoryMegabytes: 1_024,
    // A run stops a minute before this; the next one continues.
    timeoutSeconds: 600,
  },
} as const satisfies Record<string, ScheduledFunction>;

export type ScheduledId = keyof typeof scheduledFunctions;
