import { LEASE_MILLIS } from '../domain/mail-attempts.ts';
import type { ApplicationKey } from '../domain/application-id.ts';
import type { DueMail, LeasedMail, MailQueue } from '../domain/mail-queue.ts';
import { writtenBy } from '../../platform/values/last-write.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { dueItems, inPartition } from '../../platform/dynamodb/due-items.ts';
import { unlessConditionFails } from '../../platform/dynamodb/failures.ts';
import { applicationOf, attributes, mailPartitions } from '../../platform/dynamodb/table.ts';
import { applicationChange, recordChange } from './application-change.ts';
import { applicationFrom } from './application-item.ts';
import { dueMail, outOfQueue, placeAt } from './due-entries.ts';

const mailOf = dueMail(applicationOf);

/** What changes an application that is at a place in the queue. */
const changeAt = (order: string, at: Date, set: Item) => ({
  where: { [attributes.mailOrder]: [order] },
  set,
  by: writtenBy({ type: 'mail' }, at),
});

/**
 * The queue of mail: the byMailDate index, which holds only applications whose mail is due or being sent. Whatever the
 * index shows, the conditions on the items decide, so that runs may overlap and break off anywhere.
 */
export function mailQueue(db: Database): MailQueue {
  const record = ({ application, order }: LeasedMail, at: Date, set: Item) =>
    recordChange(db, application, changeAt(order, at, set));

  /** Makes an application due at another time. Undefined if its condition fails. */
  const move = (application: ApplicationKey, changed: Parameters<typeof applicationChange>[1]) =>
    unlessConditionFails(db.update({ ...applicationChange(application, changed), ReturnValues: 'ALL_NEW' }));

  return {
    async *due(at: Date): AsyncGenerator<DueMail> {
      for await (const item of dueItems(db, mailPartitions, at)) yield mailOf(item);
    },

    lease: async (due, at) => {
      const until = placeAt(due, new Date(at.getTime() + LEASE_MILLIS));
      const leased = changeAt(due.order, at, { state: 'sending', ...until });
      const item = await move(due, { ...leased, keptAt: at.getTime() });
      if (!item) return undefined;
      const application = applicationFrom(item);
      const { queuedAt, attempts } = application;
      return { application, order: item[attributes.mailOrder], queuedAt, attempts };
    },

    sent: (leased, at) => record(leased, at, { state: 'sent', mailError: null, ...outOfQueue }),

    notSent: (leased, after, code, at) => {
      const { state, attempts } = after;
      const next =
        after.state === 'failed'
          ? { failure: after.failure, ...outOfQueue }
          : placeAt(leased.application, new Date(at.getTime() + after.pauseMillis));
      return record(leased, at, { state, attempts, mailError: code, ...next });
    },

    endLeases: async (at) => {
      for (const partition of mailPartitions) {
        for (const item of await db.query(inPartition(partition, '>', at))) {
          const entry = mailOf(item);
          const { where, ...changed } = changeAt(entry.order, at, placeAt(entry, at));
          await move(entry, { ...changed, where: { ...where, state: ['sending'] } });
        }
      }
    },
  };
}
