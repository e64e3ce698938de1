import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { ApplicationKey } from '../domain/application-id.ts';
import type { Recorded } from '../domain/mail-queue.ts';
import type { LastWrite } from '../../platform/values/last-write.ts';
import { secondsOf } from '../../platform/values/seconds.ts';
import type { Database, Item } from '../../platform/dynamodb/database.ts';
import { keys, timeToLive } from '../../platform/dynamodb/table.ts';
import { isTombstone } from '../../platform/dynamodb/tombstone.ts';

interface Change {
  /** The values of attributes, of each one of several, that an application must have. */
  where: Record<string, readonly string[]>;
  /** When its time must not be over, in milliseconds since 1970. */
  keptAt?: number;
  /** What its attributes become; null removes one. */
  set: Item;
  by: LastWrite;
}

/** The parameters of an update that changes an application, and its version, on condition that it is as `where` says. */
export function applicationChange(
  { employerId, number }: ApplicationKey,
  { where, keptAt, set, by }: Change,
) {
  const values: Item = { ':one': 1 };
  const placeholder = (name: string, value: unknown) => {
    values[name] = value;
    return name;
  };
  const kept = Object.entries({ ...set, by }).filter(([, value]) => value !== null);
  const removed = Object.keys(set).filter((name) => set[name] === null);
  const assigned = kept.map(([name, value]) => `#${name} = ${placeholder(`:${name}`, value)}`);
  const conditions = Object.entries(where).map(([name, each]) => {
    const list = each.map((value, index) => placeholder(`:${name}${index}`, value));
    return `#${name} IN (${list.join(', ')})`;
  });
  if (keptAt !== undefined) {
    conditions.push(`#${timeToLive} > ${placeholder(':keptAt', secondsOf(keptAt))}`);
  }
  const names = [
    ...Object.keys({ ...set, ...where, by }),
    'version',
    ...(keptAt === undefined ? [] : [timeToLive]),
  ];
  const remove = removed.length > 0 ? ` REMOVE ${removed.map((name) => `#${name}`).join(', ')}` : '';
  return {
    Key: keys.application(employerId, number),
    UpdateExpression: `SET ${assigned.join(', ')}, #version = #version + :one${remove}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: values,
  };
}

/** Changes an application. If its condition fails, says whether it has changed since or was erased. */
export async function recordChange(
  db: Database,
  application: ApplicationKey,
  change: Change,
): Promise<Recorded> {
  try {
    await db.update({
      ...applicationChange(application, change),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return 'recorded';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item && !isTombstone(error.Item) ? 'moved' : 'gone';
  }
}
