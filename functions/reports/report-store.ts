import { conditionalUpdate } from '../platform/dynamodb/conditional-writes.ts';
import type { Database, Item } from '../platform/dynamodb/database.ts';
import { dueItems } from '../platform/dynamodb/due-items.ts';
import { unlessConditionFails } from '../platform/dynamodb/failures.ts';
import { attributes, timeToLive } from '../platform/dynamodb/table.ts';
import { outOfQueue } from '../mail/mail-queue.ts';
import { REPORT_RETENTION_DAYS } from '../../schemas/report.ts';
import { reportKeys, reportOrder, reportPartitions, reportPrefixes } from './keys.ts';
import { OVERDUE_MILLIS, type Report } from './report.ts';

/** The attributes of a report in a queue, due at a time. */
export const queueAttributes = (queue: keyof typeof reportPartitions, at: Date, id: string): Item => ({
  [attributes.mailPartition]: reportPartitions[queue],
  [attributes.mailOrder]: reportOrder(at.toISOString(), id),
});

/** The item of a new report, whose mail is due at once unless it is held. */
const toItem = ({ closedAt, ...report }: Report): Item => ({
  ...reportKeys.report(report.id),
  ...report,
  ...(closedAt !== null && { closedAt }),
  ...queueAttributes(report.mail === 'held' ? 'open' : 'due', new Date(report.receivedAt), report.id),
});

export const fromItem = (item: Item): Report => ({
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

const RETENTION_MILLIS = REPORT_RETENTION_DAYS * 24 * 60 * 60 * 1_000;

/** Stores reports of postings. */
export function reportStore(db: Database) {
  const get = async (id: string): Promise<Report | undefined> => {
    const item = await db.get({ Key: reportKeys.report(id), ConsistentRead: true });
    return item && fromItem(item);
  };

  return {
    get,

    /** Stores a report and queues its mail, unless it is stored already. */
    create: (report: Report): Promise<void> =>
      unlessConditionFails(db.put({ Item: toItem(report), ConditionExpression: 'attribute_not_exists(PK)' })),

    /** Lists all stored reports, oldest first. */
    list: async (): Promise<Report[]> => {
      const items = await db.query({
        KeyConditionExpression: '#pk = :reports',
        ExpressionAttributeNames: { '#pk': 'PK' },
        ExpressionAttributeValues: { ':reports': reportPrefixes.reports },
        ConsistentRead: true,
      });
      return items.map(fromItem).toSorted((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1));
    },

    /** Closes a report, which is no longer mailed and expires. Returns it; undefined when there is none. */
    close: async (id: string, at: Date): Promise<Report | undefined> => {
      const closed = {
        closedAt: at.toISOString(),
        [timeToLive]: Math.ceil((at.getTime() + RETENTION_MILLIS) / 1_000),
        ...outOfQueue,
      };
      const { Update } = conditionalUpdate(reportKeys.report(id), closed, { id, closedAt: null });
      const item = await unlessConditionFails(db.update({ ...Update, ReturnValues: 'ALL_NEW' }));
      return item ? fromItem(item) : get(id);
    },
  };
}

/** Counts the reports that are overdue. */
export async function countOverdueReports(db: Database, at: Date): Promise<number> {
  let overdue = 0;
  const since = new Date(at.getTime() - OVERDUE_MILLIS);
  for await (const _ of dueItems(db, [reportPartitions.open], since)) overdue += 1;
  return overdue;
}
