import type { Application } from '../domain/application.ts';
import type { ApplicationKey } from '../domain/application-id.ts';
import { LEASE_MILLIS } from '../domain/mail-attempts.ts';
import type { DueMail, MailQueue } from '../domain/mail-queue.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { unlessRefused } from '../../platform/dynamodb/failures.ts';
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
import { dueItems, dueMail, inPartition } from './due-entries.ts';

const confirmationOf = dueMail(confirmedBy);

const isOwn = {
  ConditionExpression: '#order = :order',
  ExpressionAttributeNames: { '#order': attributes.mailOrder },
} as const;

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
export function confirmationQueue(
  db: Database,
  now: () => Date,
): MailQueue & { endLeases: (at: Date) => Promise<void> } {
  const { get } = applicationReader(db, now);

  /** Changes the entry if it is where it was, and returns it as it is then; undefined if it is not. */
  const change = (
    { employerId, number }: ApplicationKey,
    { order, update, values }: { order: string; update: string; values: Item },
  ): Promise<Item | undefined> =>
    unlessRefused(
      db.update({
        Key: keys.confirmation(employerId, number),
        UpdateExpression: update,
        ...isOwn,
        ExpressionAttributeNames: {
          ...isOwn.ExpressionAttributeNames,
          ...(update.includes('#attempts') && { '#attempts': 'attempts' }),
        },
        ExpressionAttributeValues: { ...values, ':order': order },
        ReturnValues: 'ALL_NEW',
      }),
    );

  const leave = ({ employerId, number }: ApplicationKey, order: string): Promise<void> =>
    unlessRefused(
      db.delete({
        Key: keys.confirmation(employerId, number),
        ...isOwn,
        ExpressionAttributeValues: { ':order': order },
      }),
    );

  return {
    async *due(at: Date): AsyncGenerator<DueMail> {
      for await (const item of dueItems(db, [confirmationPartition], at)) yield confirmationOf(item);
    },

    lease: async ({ employerId, number, order }, at) => {
      const until = new Date(at.getTime() + LEASE_MILLIS).toISOString();
      const lease = mailOrder(until, employerId, number);
      const entry = await change(
        { employerId, number },
        { order, update: 'SET #order = :lease', values: { ':lease': lease } },
      );
      if (!entry) return undefined;
      const application = await get({ employerId, number });
      if (application?.confirmation === 'queued') {
        return { application, order: lease, queuedAt: application.receivedAt, attempts: entry['attempts'] };
      }
      // It was sent before, or the application was deleted by hand or by the end of its time.
      await leave({ employerId, number }, lease);
      return undefined;
    },

    // First what keeps it from being sent again.
    sent: async ({ application, order }, at) => {
      const recorded = await recordConfirmation(db, application, 'sent', at);
      await leave(application, order);
      return recorded;
    },

    notSent: async ({ application, order }, after, _code, at) => {
      if (after.state === 'failed') {
        const state = after.failure === 'address_refused' ? 'bounced' : 'failed';
        const recorded = await recordConfirmation(db, application, state, at);
        await leave(application, order);
        return recorded;
      }
      const { employerId, number } = application;
      const due = new Date(at.getTime() + after.pauseMillis).toISOString();
      const changed = await change(application, {
        order,
        update: 'SET #order = :due, #attempts = :attempts',
        values: { ':due': mailOrder(due, employerId, number), ':attempts': after.attempts },
      });
      return changed ? 'recorded' : 'moved';
    },

    /**
     * Makes due at once what a sender left, for when no sender can be at work. An entry does not say whether it is leased
     * or paused: a pause that ends as soon as a lease is cut short, too.
     */
    endLeases: async (at: Date): Promise<void> => {
      for (const item of await db.query(inPartition(confirmationPartition, '>', at))) {
        const { employerId, number, order, dueAt } = confirmationOf(item);
        if (dueAt.getTime() > at.getTime() + LEASE_MILLIS) continue;
        const due = mailOrder(at.toISOString(), employerId, number);
        await change({ employerId, number }, { order, update: 'SET #order = :due', values: { ':due': due } });
      }
    },
  };
}
