import { REFRESH_SHARDS } from '../functions/platform/dynamodb/table.ts';
import type { FunctionGroup, SettingName } from './functions.ts';

/** How often a schedule calls its function. */
export type Period = 'minute' | 'fiveMinutes' | 'hour' | 'day';

/** Calls a function once in each period with each of the inputs, spread over the period. */
export interface ScheduledTrigger {
  every: Period;
  inputs: readonly object[];
}

/** A function called by schedules, not by requests. */
export interface ScheduledFunction {
  description: string;
  trigger: ScheduledTrigger;
  group: FunctionGroup;
  memoryMegabytes: number;
  timeoutSeconds: number;
  settings: readonly SettingName[];
}

/**
 * The scheduled functions, by their ids. None has reserved concurrency: runs may overlap, there are never more than
 * inputs and retries, and an account has little concurrency to reserve.
 */
export const scheduledFunctions = {
  refreshDueJobs: {
    description: 'Refresh the due jobs of a shard (auto-refresh)',
    trigger: { every: 'hour', inputs: Array.from({ length: REFRESH_SHARDS }, (_, shard) => ({ shard })) },
    group: 'AutoRefresh',
    memoryMegabytes: 1_024,
    // A run stops a minute before this; the next one continues.
    timeoutSeconds: 600,
    settings: ['METRICS_NAMESPACE', 'TABLE_NAME', 'TIME_ZONE'],
  },
  publishFeeds: {
    description: 'Publish the feed and the sitemap of all open postings',
    trigger: { every: 'hour', inputs: [{}] },
    group: 'Postings',
    // One whole CPU: it compresses all postings.
    memoryMegabytes: 1_769,
    // A run stops a minute before this; the next one continues.
    timeoutSeconds: 900,
    settings: ['METRICS_NAMESPACE', 'TABLE_NAME', 'TIME_ZONE', 'BASE_URL', 'CURRENCY', 'FILES_BUCKET'],
  },
  sendApplications: {
    description: 'Send the mail of applications that is due',
    trigger: { every: 'minute', inputs: [{}] },
    group: 'Mail',
    memoryMegabytes: 1_024,
    // Less than a lease, so that no mail is sent after its lease has ended.
    timeoutSeconds: 120,
    settings: [
      'METRICS_NAMESPACE',
      'TABLE_NAME',
      'BASE_URL',
      'FILES_BUCKET',
      'MAIL_FROM',
      'MAIL_CONFIGURATION_SET',
    ],
  },
  sweepApplications: {
    description: 'Erase the applications whose time is over',
    trigger: { every: 'day', inputs: [{}] },
    group: 'Applications',
    memoryMegabytes: 1_024,
    // A run stops a minute before this; the next one continues.
    timeoutSeconds: 900,
    settings: ['METRICS_NAMESPACE', 'TABLE_NAME', 'FILES_BUCKET', 'MAIL_CONFIGURATION_SET'],
  },
  runCanary: {
    description: 'Try the service through its public URL (canary)',
    trigger: { every: 'fiveMinutes', inputs: [{}] },
    group: 'Canary',
    memoryMegabytes: 512,
    // More than a smoke test and the removal of its job may take.
    timeoutSeconds: 90,
    settings: ['METRICS_NAMESPACE', 'TABLE_NAME', 'BASE_URL'],
  },
} as const satisfies Record<string, ScheduledFunction>;

export type ScheduledId = keyof typeof scheduledFunctions;
