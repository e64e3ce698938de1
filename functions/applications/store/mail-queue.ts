import { LEASE_MILLIS } from '../domain/mail-attempts.ts';
import type { DueMail, LeasedMail, MailQueue, Recorded } from '../domain/mail-queue.ts';
import { writtenBy } from '../../platform/values/last-write.ts';
import { secondsOf } from '../../platform/values/seconds.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { dueItems, inPartition } from '../../platform/dynamodb/due-items.ts';
import { unlessConditionFails } from '../../platform/dynamodb/failures.ts';
import {
  applicationOf,
  attributes,
  keys,
  mailOrder,
  mailPartitions,
  timeToLive,
} from '../../platform/dynamodb/table.ts';
import { applicationFrom } from './application-item.ts';
import { dueMail } from './due-entries.ts';
import { recorded } from './recorded.ts';

const names = {
  '#state': 'state',
  '#by': 'by',
  '#version': 'version',
  '#order': attributes.mailOrder,
} as const;

/** What every change is, and its values. */
const CHANGE = 'SET #version = #version + :one, #by = :by';
const changed = (at: Date) => ({ ':one': 1, ':by': writtenBy({ type: 'mail' }, at) });

const mailOf = dueMail(applicationOf);

/**
 * The queue of mail: the byMailDate index, which holds only applications whose mail is due or being sent. Whatever the
 * index shows, the conditions on the items decide, so that runs may overlap and break off anywhere.
 */
export function mailQueue(db: Database): MailQueue {
  /** Changes an application that this sender has leased. */
  const record = (
    { application: { employerId, number }, order }: LeasedMail,
    change: { at: Date; update: string; names?: Record<string, string>; values: Item },
  ): Promise<Recorded> =>
    recorded(
      db.update({
        Key: keys.application(employerId, number),
        UpdateExpression: `${CHANGE}, ${change.update}`,
        ConditionExpression: '#order = :lease',
        ExpressionAttributeNames: { ...names, ...change.names },
        ExpressionAttributeValues: { ':lease': order, ...changed(change.at), ...change.values },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );

  return {
    async *due(at: Date): AsyncGenerator<DueMail> {
      for await (const item of dueItems(db, mailPartitions, at)) yield mailOf(item);
    },

    lease: async ({ employerId, number, order }, at) => {
      const until = new Date(at.getTime() + LEASE_MILLIS).toISOString();
      const lease = mailOrder(until, employerId, number);
      const item = await unlessConditionFails(
        db.update({
          Key: keys.application(employerId, number),
          UpdateExpression: `${CHANGE}, #state = :sending, #order = :lease`,
          ConditionExpression: '#order = :order AND #timeToLive > :now',
          ExpressionAttributeNames: { ...names, '#timeToLive': timeToLive },
          ExpressionAttributeValues: {
            ':sending': 'sending',
            ':lease': lease,
            ':order': order,
            ':now': secondsOf(at),
            ...changed(at),
          },
          ReturnValues: 'ALL_NEW',
        }),
      );
      if (!item) return undefined;
      const application = applicationFrom(item);
      const { queuedAt, attempts } = application;
      return { application, order: lease, queuedAt, attempts };
    },

    sent: (leased, at) =>
      record(leased, {
        at,
        update: '#state = :sent REMOVE #partition, #order, #mailError',
        names: { '#partition': attributes.mailPartition, '#mailError': 'mailError' },
        values: { ':sent': 'sent' },
      }),

    notSent: (leased, after, code, at) => {
      const { employerId, number } = leased.application;
      const { state, attempts } = after;
      const set = '#state = :state, #attempts = :attempts, #mailError = :code';
      const common = { ':state': state, ':attempts': attempts, ':code': code };
      const outcome = { '#attempts': 'attempts', '#mailError': 'mailError' };
      if (after.state === 'failed') {
        return record(leased, {
          at,
          update: `${set}, #failure = :failure REMOVE #partition, #order`,
          names: { ...outcome, '#failure': 'failure', '#partition': attributes.mailPartition },
          values: { ...common, ':failure': after.failure },
        });
      }
      const due = new Date(at.getTime() + after.pauseMillis).toISOString();
      return record(leased, {
        at,
        update: `${set}, #order = :due`,
        names: outcome,
        values: { ...common, ':due': mailOrder(due, employerId, number) },
      });
    },

    endLeases: async (at) => {
      for (const partition of mailPartitions) {
        for (const item of await db.query(inPartition(partition, '>', at))) {
          const { employerId, number, order } = mailOf(item);
          await unlessConditionFails(
            db.update({
              Key: keys.application(employerId, number),
              UpdateExpression: `${CHANGE}, #order = :due`,
              ConditionExpression: '#order = :order AND #state = :sending',
              ExpressionAttributeNames: names,
              ExpressionAttributeValues: {
                ':due': mailOrder(at.toISOString(), employerId, number),
                ':order': order,
                ':sending': 'sending',
                ...changed(at),
              },
            }),
          );
        }
      }
    },
  };
}
