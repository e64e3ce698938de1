import { LEASE_MILLIS } from '../../mail/mail-attempts.ts';
import type { Application } from '../application/application.ts';
import type { DueMail, LeasedMail, MailQueue } from '../../mail/mail-queue.ts';
import { writtenBy } from '../../platform/dynamodb/last-write.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { dueItems } from '../../platform/dynamodb/due-items.ts';
import { unlessConditionFails } from '../../platform/dynamodb/failures.ts';
import { applicationOf, mailPartitions } from '../keys.ts';
import { attributes } from '../../platform/dynamodb/table.ts';
import { applicationUpdate, updateIfUnchanged } from '../application/application-change.ts';
import { fromApplicationItem, waitingAttributes } from '../application/application-item.ts';
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
export function mailQueue(db: Database): MailQueue<Application> {
  const record = ({ about, order }: LeasedMail<Application>, at: Date, set: Item) =>
    updateIfUnchanged(db, about, changeAt(order, at, set));

  return {
    async *due(at: Date): AsyncGenerator<DueMail> {
      for await (const item of dueItems(db, mailPartitions, at)) yield mailOf(item);
    },

    lease: async (due, at) => {
      const until = placeAt(due, new Date(at.getTime() + LEASE_MILLIS));
      const leased = changeAt(due.order, at, { state: 'sending', ...until });
      const change = applicationUpdate(due, { ...leased, notExpiredAt: at.getTime() });
      const item = await unlessConditionFails(db.update({ ...change, ReturnValues: 'ALL_NEW' }));
      if (!item) return undefined;
      const application = fromApplicationItem(item);
      const { queuedAt, attempts } = application;
      return { about: application, order: item[attributes.mailOrder], queuedAt, attempts };
    },

    sent: (leased, at) => record(leased, at, { state: 'sent', mailError: null, ...outOfQueue }),

    notSent: (leased, after, code, at) => {
      const { state, attempts } = after;
      const next =
        after.state === 'failed'
          ? { failure: after.failure, ...waitingAttributes(leased.about, at.toISOString()) }
          : placeAt(leased.about, new Date(at.getTime() + after.pauseMillis));
      return record(leased, at, { state, attempts, mailError: code, ...next });
    },
  };
}
