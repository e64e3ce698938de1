import { accountPrefixes } from '../functions/accounts/keys.ts';
import { applicationPrefixes } from '../functions/applications/keys.ts';
import { eventPrefixes } from '../functions/events/keys.ts';
import { jobPrefixes } from '../functions/jobs/keys.ts';
import { tablePrefixes } from '../functions/platform/dynamodb/table.ts';
import { locationPrefixes } from '../functions/reference/keys.ts';
import { reportPrefixes } from '../functions/reports/keys.ts';
import { webhookPrefixes } from '../functions/webhooks/keys.ts';

/** The kinds of partitions, by the prefixes of their keys: functions have permissions for some of them. */
export const partitions = {
  /** The partitions of employers with their jobs and references. */
  employers: accountPrefixes.employer,
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
