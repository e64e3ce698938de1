import type { DueMail } from '../../mail/mail-queue.ts';
import type { ApplicationKey } from '../application/application-id.ts';
import { LEASE_MILLIS } from '../../mail/mail-attempts.ts';
import { amended, asFound } from '../../platform/dynamodb/conditional-writes.ts';
import type { Database, Item, Key } from '../../platform/dynamodb/database.ts';
import { inPartition } from '../../platform/dynamodb/due-items.ts';
import { unlessConditionFails } from '../../platform/dynamodb/failures.ts';
import { confirmationPartition, linkPartition, mailPartitions } from '../keys.ts';
import { attributes, mailOrder } from '../../platform/dynamodb/table.ts';

const dueAt = (order: string) => new Date(order.slice(0, order.indexOf('#')));

/** The entry of an item; `keyOf` reads the application from the key. */
export const dueMail =
  (keyOf: (key: Key) => ApplicationKey) =>
  ({ PK, SK, [attributes.mailOrder]: order }: Item): DueMail => ({
    ...keyOf({ PK, SK }),
    dueAt: dueAt(order),
    order,
  });

/** The attribute that makes a mail about an application due at a time. */
export const placeAt = ({ employerId, number }: ApplicationKey, due: Date): Item => ({
  [attributes.mailOrder]: mailOrder(due.toISOString(), employerId, number),
});

const found = (order: string) => ({ [attributes.mailOrder]: order });

/** The entries of a queue that are items of their own. Nothing is done to one that is no longer where it was found. */
export const ownEntries = (db: Database, keyOf: (employerId: number, number: number) => Key) => ({
  /** Makes an entry due at another time, and returns it; undefined if it is not where it was. */
  move: (of: ApplicationKey, order: string, due: Date, changed: Item = {}) => {
    const set = { ...changed, ...placeAt(of, due) };
    const { Update } = amended(keyOf(of.employerId, of.number), set, found(order));
    return unlessConditionFails(db.update({ ...Update, ReturnValues: 'ALL_NEW' }));
  },

  leave: ({ employerId, number }: ApplicationKey, order: string): Promise<void> =>
    unlessConditionFails(db.delete(asFound(keyOf(employerId, number), found(order)))),
});

/** The attributes of an item that leaves its queue. */
export const outOfQueue: Item = { [attributes.mailPartition]: null, [attributes.mailOrder]: null };

/**
 * Makes due at once what a sender left, for when no sender can be at work. An entry does not say whether it is leased or
 * paused: a pause that ends as soon as a lease is cut short, too.
 */
export async function endLeases(db: Database, at: Date): Promise<void> {
  for (const partition of [...mailPartitions, confirmationPartition, linkPartition]) {
    for (const { PK, SK, [attributes.mailOrder]: order } of await db.query(inPartition(partition, '>', at))) {
      if (dueAt(order).getTime() > at.getTime() + LEASE_MILLIS) continue;
      const now = `${at.toISOString()}${order.slice(order.indexOf('#'))}`;
      const place = attributes.mailOrder;
      await unlessConditionFails(db.update(amended({ PK, SK }, { [place]: now }, { [place]: order }).Update));
    }
  }
}
