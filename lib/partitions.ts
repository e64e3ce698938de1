import { accountPrefixes, logoFiles } from '../functions/accounts/keys.ts';
import { applicationFiles, applicationPrefixes } from '../functions/applications/keys.ts';
import { eventPrefixes } from '../functions/events/keys.ts';
import { jobPrefixes } from '../functions/jobs/keys.ts';
import { timeToLive } from '../functions/platform/dynamodb/table.ts';
import { tablePrefixes } from '../functions/platform/keys.ts';
import { locationPrefixes } from '../functions/reference/keys.ts';
import { publishedFiles } from '../functions/postings/keys.ts';
import { reportPrefixes } from '../functions/reports/keys.ts';
import { webhookPrefixes } from '../functions/webhooks/keys.ts';

/** The kinds of partitions, by the prefixes of their keys: functions have permissions for some of them. */
export const partitions = {
  /** The partitions of employers with their jobs and references. */
  employers: accountPrefixes.employer,
  // Before `apiKeys`, whose prefix is the beginning of this one.
  rateLimits: accountPrefixes.rateLimit,
  apiKeys: accountPrefixes.apiKey,
  applications: applicationPrefixes.applications,
  counts: tablePrefixes.count,
  counters: tablePrefixes.counter,
  idBlocks: jobPrefixes.idBlock,
  partners: accountPrefixes.partner,
  places: locationPrefixes.location,
  publicNames: jobPrefixes.publicName,
  rowPacks: jobPrefixes.rowPacks,
  secret: tablePrefixes.secret,
  events: eventPrefixes.events,
  parkedChanges: eventPrefixes.parkedChanges,
  webhooks: webhookPrefixes.webhooks,
  operator: tablePrefixes.operator,
  reports: reportPrefixes.reports,
} as const;

/** Items of which a function writes only some attributes. */
export interface LimitedItem {
  partition: keyof typeof partitions;
  attributes: readonly string[];
  isWriteOnly?: true;
}

export const limitedItems = {
  /** Write-only: the function that counts clicks reads no application. */
  clicks: { partition: 'applications', attributes: ['clicks', timeToLive], isWriteOnly: true },
  /** Version 1.2 keeps rate limits under `apiKeys`, and runs with these roles during a deployment: hence the last three. */
  keyUse: { partition: 'apiKeys', attributes: ['lastUsedAt'] },
} as const satisfies Record<string, LimitedItem>;

/** The kinds of files, by the prefixes of their keys. */
export const filePrefixes = { ...applicationFiles, ...logoFiles, ...publishedFiles } as const;
