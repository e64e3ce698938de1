import type { DueMail } from '../domain/mail-queue.ts';
import type { ApplicationKey } from '../domain/application-id.ts';
import type { Item } from '../../platform/dynamodb/database.ts';
import { attributes, type Key } from '../../platform/dynamodb/table.ts';

/** The entry of an item; `keyOf` reads the application from the key. */
export const dueMail =
  (keyOf: (key: Key) => ApplicationKey) =>
  ({ PK, SK, [attributes.mailOrder]: order }: Item): DueMail => ({
    ...keyOf({ PK, SK }),
    dueAt: new Date(order.slice(0, order.indexOf('#'))),
    order,
  });
