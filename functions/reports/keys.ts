import type { Key } from '../platform/dynamodb/database.ts';

export const reportPrefixes = { reports: 'REPORT' } as const;

export const reportKeys = {
  /** A report of a posting. Expires after the report is closed. */
  report: (id: string): Key => ({ PK: reportPrefixes.reports, SK: id }),
} as const;

/** The partitions of byMailDate with reports to mail, and with open reports whose mail was sent. */
export const reportPartitions = { due: 'REPORT', open: 'OPEN_REPORT' } as const;

/** The sort key of a report in these partitions, by a time (ISO 8601 in UTC). */
export const reportOrder = (time: string, id: string) => `${time}#${id}`;
