import type { DueMail } from '../domain/mail-queue.ts';
import type { ApplicationKey } from '../domain/application-id.ts';
import type { Item } from '../../platform/dynamodb/database.ts';
import { attributes, mailOrder, type Key } from '../../platform/dynamodb/table.ts';

/** The entry of an item; `keyOf` reads the application from the key. */
export const dueMail =
  (keyOf: (key: Key) => ApplicationKey) =>
  ({ PK, SK, [attributes.mailOrder]: order }: Item): DueMail => ({
    ...keyOf({ PK, SK }),
    dueAt: new Date(order.slice(0, order.indexOf('#'))),
    order,
  });

/** The attribute that makes a mail about an application due at a time. */
export const placeAt = ({ employerId, number }: ApplicationKey, due: Date): Item => ({
  [attributes.mailOrder]: mailOrder(due.toISOString(), employerId, number),
});

/** The attributes of an item that leaves its queue. */
export const outOfQueue: Item = { [attributes.mailPartition]: null, [attributes.mailOrder]: null };
