import type { Application } from '../domain/application.ts';
import type { ApplicationKey } from '../domain/application-id.ts';
import { LEASE_MILLIS } from '../domain/mail-attempts.ts';
import type { DueMail, MailQueue } from '../domain/mail-queue.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { dueItems, inPartition } from '../../platform/dynamodb/due-items.ts';
import { unlessConditionFails } from '../../platform/dynamodb/failures.ts';
import {
  attributes,
  confirmationPartition,
  confirmedBy,
  keys,
  mailOrder,
  timeToLive,
} from '../../platform/dynamodb/table.ts';
import { applicationReader } from './application-reader.ts';
import { recordConfirmation } from './confirmation-states.ts';
import { dueMail } from './due-entries.ts';

const confirmationOf = dueMail(confirmedBy);

/** The condition that an entry is where it was found, or leased. */
const isThere = '#order = :order';
const orderName = { '#order': attributes.mailOrder } as const;

/** The item that has an application's confirmation in the queue, since the application was received. */
export const confirmationEntry = ({
  employerId,
  number,
  receivedAt,
  timeToLive: expiry,
}: Pick<Application, 'employerId' | 'number' | 'receivedAt' | 'timeToLive'>): Item => ({
  ...keys.confirmation(employerId, number),
  attempts: 0,
  [attributes.mailPartition]: confirmationPartition,
  [attributes.mailOrder]: mailOrder(receivedAt, employerId, number),
  [timeToLive]: expiry,
});

/**
 * The queue of confirmations: items of their own in the byMailDate index, so that neither mail of an application waits
 * for the other. What the application says of its confirmation decides whether it is sent.
 */
export function confirmationQueue(db: Database): MailQueue {
  /** Makes an entry due at another time, after so many more failures, and returns it; undefined if it is not where it was. */
  const move = (
    { employerId, number }: ApplicationKey,
    order: string,
    due: Date,
    failures = 0,
  ): Promise<Item | undefined> =>
    unlessConditionFails(
      db.update({
        Key: keys.confirmation(employerId, number),
        UpdateExpression: 'SET #order = :due ADD #attempts :failures',
        ConditionExpression: isThere,
        ExpressionAttributeNames: { ...orderName, '#attempts': 'attempts' },
        ExpressionAttributeValues: {
          ':order': order,
          ':due': mailOrder(due.toISOString(), employerId, number),
          ':failures': failures,
        },
        ReturnValues: 'ALL_NEW',
      }),
    );

  const leave = ({ employerId, number }: ApplicationKey, order: string): Promise<void> =>
    unlessConditionFails(
      db.delete({
        Key: keys.confirmation(employerId, number),
        ConditionExpression: isThere,
        ExpressionAttributeNames: orderName,
        ExpressionAttributeValues: { ':order': order },
      }),
    );

  return {
    async *due(at: Date): AsyncGenerator<DueMail> {
      for await (const item of dueItems(db, [confirmationPartition], at)) yield confirmationOf(item);
    },

    lease: async (due, at) => {
      const entry = await move(due, due.order, new Date(at.getTime() + LEASE_MILLIS));
      if (!entry) return undefined;
      const { [attributes.mailOrder]: order, attempts, origins = [] } = entry;
      const application = await applicationReader(db, () => at).get(due);
      if (application?.confirmation === 'queued') {
        return { application, order, queuedAt: application.receivedAt, attempts, origins };
      }
      // It was sent before, or the application was deleted by hand or by the end of its time.
      await leave(due, order);
      return undefined;
    },

    // First what keeps it from being sent again.
    sent: async ({ application, order }, at) => {
      const recorded = await recordConfirmation(db, application, 'sent', at);
      await leave(application, order);
      return recorded;
    },

    notSent: async ({ application, order, attempts }, after, _code, at) => {
      if (after.state === 'failed') {
        const state = after.failure === 'address_refused' ? 'bounced' : 'failed';
        const recorded = await recordConfirmation(db, application, state, at);
        await leave(application, order);
        return recorded;
      }
      const due = new Date(at.getTime() + after.pauseMillis);
      return (await move(application, order, due, after.attempts - attempts)) ? 'recorded' : 'moved';
    },

    // An entry does not say whether it is leased or paused: a pause that ends as soon as a lease is cut short, too.
    endLeases: async (at) => {
      for (const item of await db.query(inPartition(confirmationPartition, '>', at))) {
        const entry = confirmationOf(item);
        if (entry.dueAt.getTime() <= at.getTime() + LEASE_MILLIS) await move(entry, entry.order, at);
      }
    },
  };
}
