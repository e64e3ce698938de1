import type { Key } from '../platform/dynamodb/database.ts';

export const reportPrefixes = { reports: 'REPORT' } as const;

export const reportKeys = {
  /** The queue entry of the mail about a report of a posting. It is deleted once the mail is sent or given up. */
  report: (id: string): Key => ({ PK: reportPrefixes.reports, SK: id }),
} as const;

/** The partition of byMailDate with the reports to mail. */
export const reportPartition = 'REPORT';

/** The partition in which release 1.2.0 listed the reports that it had mailed. The mail run deletes them. */
export const formerReportPartition = 'OPEN_REPORT';
