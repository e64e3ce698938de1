import { LEASE_MILLIS } from '../../mail/mail-attempts.ts';
import type { LeasedMail, MailQueue, Recorded } from '../../mail/mail-queue.ts';
import { amended } from '../../platform/dynamodb/conditional-writes.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { dueItems } from '../../platform/dynamodb/due-items.ts';
import { unlessConditionFails } from '../../platform/dynamodb/failures.ts';
import { reportKeys, reportPartitions } from '../keys.ts';
import { attributes } from '../../platform/dynamodb/table.ts';
import { OVERDUE_MILLIS, type Report } from '../domain/report.ts';
import { placeIn, reportFrom } from './report-item.ts';

/** A report's entry in the queue of mail. */
export interface DueReport {
  id: string;
  dueAt: Date;
  /** Where in the queue it was found. */
  order: string;
}

/** The queue of reports to be mailed. The conditions on the items decide, so that runs may overlap and break off anywhere. */
export function reportQueue(db: Database): MailQueue<Report, DueReport> {
  const change = (id: string, order: string, set: Item) => {
    const { Update } = amended(reportKeys.report(id), set, { id, [attributes.mailOrder]: order });
    return unlessConditionFails(db.update({ ...Update, ReturnValues: 'ALL_NEW' }));
  };
  const record = async ({ about, order }: LeasedMail<Report>, set: Item): Promise<Recorded> =>
    (await change(about.id, order, set)) ? 'recorded' : 'moved';

  return {
    async *due(at: Date): AsyncGenerator<DueReport> {
      for await (const { SK, [attributes.mailOrder]: order } of dueItems(db, [reportPartitions.due], at))
        yield { id: SK, order, dueAt: new Date(order.split('#')[0]) };
    },

    lease: async ({ id, order }, at) => {
      const item = await change(id, order, placeIn('due', new Date(at.getTime() + LEASE_MILLIS), id));
      if (!item) return undefined;
      const about = reportFrom(item);
      const { receivedAt, attempts } = about;
      return { about, order: item[attributes.mailOrder], queuedAt: receivedAt, attempts };
    },

    // From now on it stands among those that are open, by when it came.
    sent: (leased) =>
      record(leased, {
        mail: 'sent',
        mailError: null,
        ...placeIn('open', new Date(leased.queuedAt), leased.about.id),
      }),

    notSent: ({ about, ...leased }, after, code, at) => {
      const { id, receivedAt } = about;
      const next =
        after.state === 'failed'
          ? { mail: 'failed', ...placeIn('open', new Date(receivedAt), id) }
          : placeIn('due', new Date(at.getTime() + after.pauseMillis), id);
      return record({ about, ...leased }, { attempts: after.attempts, mailError: code, ...next });
    },
  };
}

/** How many reports have been open for too long. */
export async function overdueReports(db: Database, at: Date): Promise<number> {
  let overdue = 0;
  const since = new Date(at.getTime() - OVERDUE_MILLIS);
  for await (const _ of dueItems(db, [reportPartitions.open], since)) overdue += 1;
  return overdue;
}
