import { amended } from '../../platform/dynamodb/conditional-writes.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { unlessConditionFails } from '../../platform/dynamodb/failures.ts';
import { reportKeys, reportPrefixes } from '../keys.ts';
import { attributes, timeToLive } from '../../platform/dynamodb/table.ts';
import { REPORT_RETENTION_DAYS } from '../../../schemas/report.ts';
import type { Report } from '../domain/report.ts';
import { reportFrom, toItem } from './report-item.ts';

const RETENTION_MILLIS = REPORT_RETENTION_DAYS * 24 * 60 * 60 * 1_000;

/** Stores reports of postings. */
export function reportStore(db: Database) {
  const get = async (id: string): Promise<Report | undefined> => {
    const item = await db.get({ Key: reportKeys.report(id), ConsistentRead: true });
    return item && reportFrom(item);
  };

  return {
    get,

    /** Stores a report, and makes its mail due; one that is there stays as it is. */
    create: (report: Report): Promise<void> =>
      unlessConditionFails(db.put({ Item: toItem(report), ConditionExpression: 'attribute_not_exists(PK)' })),

    /** All reports that are kept, oldest first. */
    list: async (): Promise<Report[]> => {
      const items = await db.query({
        KeyConditionExpression: '#pk = :reports',
        ExpressionAttributeNames: { '#pk': 'PK' },
        ExpressionAttributeValues: { ':reports': reportPrefixes.reports },
        ConsistentRead: true,
      });
      return items.map(reportFrom).toSorted((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1));
    },

    /** Closes a report: it is mailed no more, and kept for a while. Returns it; undefined if there is none. */
    close: async (id: string, at: Date): Promise<Report | undefined> => {
      const closed = {
        closedAt: at.toISOString(),
        [timeToLive]: Math.ceil((at.getTime() + RETENTION_MILLIS) / 1_000),
        [attributes.mailPartition]: null,
        [attributes.mailOrder]: null,
      };
      const { Update } = amended(reportKeys.report(id), closed, { id, closedAt: null });
      const item = await unlessConditionFails(db.update({ ...Update, ReturnValues: 'ALL_NEW' }));
      return item ? reportFrom(item) : get(id);
    },
  };
}
