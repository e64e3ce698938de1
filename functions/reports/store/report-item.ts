import type { Item } from '../../platform/dynamodb/database.ts';
import { reportKeys, reportOrder, reportPartitions } from '../keys.ts';
import { attributes } from '../../platform/dynamodb/table.ts';
import type { Report } from '../domain/report.ts';

/** The attributes by which a report stands in a queue at a time. */
export const placeIn = (queue: keyof typeof reportPartitions, at: Date, id: string): Item => ({
  [attributes.mailPartition]: reportPartitions[queue],
  [attributes.mailOrder]: reportOrder(at.toISOString(), id),
});

/** The item of a new report, whose mail is due at once, unless it is held. */
export const toItem = ({ closedAt, ...report }: Report): Item => ({
  ...reportKeys.report(report.id),
  ...report,
  ...(closedAt !== null && { closedAt }),
  ...placeIn(report.mail === 'held' ? 'open' : 'due', new Date(report.receivedAt), report.id),
});

/** The report of an item. */
export const reportFrom = (item: Item): Report => ({
  id: item['id'],
  employerId: item['employerId'],
  jobId: item['jobId'],
  publicId: item['publicId'],
  jobTitle: item['jobTitle'],
  employerName: item['employerName'],
  ...('test' in item && { test: true }),
  isConfidential: item['isConfidential'],
  reason: item['reason'],
  text: item['text'],
  email: item['email'],
  receivedAt: item['receivedAt'],
  mail: item['mail'],
  attempts: item['attempts'],
  mailError: item['mailError'],
  closedAt: item['closedAt'] ?? null,
});
