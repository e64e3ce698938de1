import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { ApplicationKey } from './application-id.ts';
import type { Recorded } from '../../mail/mail-queue.ts';
import type { LastWrite } from '../../platform/dynamodb/last-write.ts';
import { toUnixSeconds } from '../../platform/time/calendar.ts';
import { conditionalUpdate } from '../../platform/dynamodb/conditional-writes.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { applicationKeys } from '../keys.ts';
import { timeToLive } from '../../platform/dynamodb/table.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';

interface ApplicationUpdate {
  /** The values of attributes, one of several each, on which the update depends. */
  where: Record<string, readonly (string | number)[]>;
  /** The update fails if the application has expired at this time, in milliseconds since 1970. */
  notExpiredAt?: number;
  /** The new values of attributes; null removes one. */
  set: Item;
  by: LastWrite;
}

/** The parameters of an update of an application, which increments its version, on condition that `where` is true. */
export function applicationUpdate(
  { employerId, number }: ApplicationKey,
  { where, notExpiredAt, set, by }: ApplicationUpdate,
) {
  const { Update } = conditionalUpdate(applicationKeys.application(employerId, number), { ...set, by }, {});
  const values: Item = { ...Update.ExpressionAttributeValues, ':one': 1 };
  const conditions = Object.entries(where).map(([name, wanted]) => {
    const list = wanted.map((_, index) => `:${name}${index}`);
    for (const [index, value] of wanted.entries()) values[`:${name}${index}`] = value;
    return `#${name} IN (${list.join(', ')})`;
  });
  const names = [...Object.keys(where), 'version'];
  if (notExpiredAt !== undefined) {
    conditions.push(`#${timeToLive} > :keptAt`);
    names.push(timeToLive);
    values[':keptAt'] = toUnixSeconds(notExpiredAt);
  }
  return {
    ...Update,
    UpdateExpression: `${Update.UpdateExpression} ADD #version :one`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: {
      ...Update.ExpressionAttributeNames,
      ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: values,
  };
}

/** Changes an application. If its condition fails, returns whether it has changed since or was erased. */
export async function updateIfUnchanged(
  db: Database,
  application: ApplicationKey,
  change: ApplicationUpdate,
): Promise<Recorded> {
  try {
    await db.update({
      ...applicationUpdate(application, change),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return 'recorded';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item && !isTombstone(error.Item) ? 'changed' : 'erased';
  }
}
