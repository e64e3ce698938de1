import type { Item, Write } from '../../../functions/platform/dynamodb/database.ts';
import type { Key } from '../../../functions/platform/dynamodb/table.ts';

const isAbsent = (value: unknown) => value === undefined || value === null;

/** The update that sets attributes (or removes undefined ones), on condition that `found` has not changed. */
export function amend(key: Key, set: Item, found: Item): NonNullable<Write['Update']> {
  const names = Object.keys({ ...set, ...found });
  const kept = Object.keys(set).filter((name) => set[name] !== undefined);
  const removed = Object.keys(set).filter((name) => set[name] === undefined);
  const conditions = Object.keys(found).map((name) =>
    isAbsent(found[name]) ? `attribute_not_exists(#${name})` : `#${name} = :found_${name}`,
  );
  const remove = removed.length > 0 ? ` REMOVE ${removed.map((name) => `#${name}`).join(', ')}` : '';
  return {
    Key: key,
    UpdateExpression: `SET ${kept.map((name) => `#${name} = :${name}`).join(', ')}${remove}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries([
      ...kept.map((name) => [`:${name}`, set[name]]),
      ...Object.keys(found)
        .filter((name) => !isAbsent(found[name]))
        .map((name) => [`:found_${name}`, found[name]]),
    ]),
  };
}

/** The condition that an item still has a version, or still does not exist when there was none. */
export const unchanged = (key: Key, version: number | undefined): Write => ({
  ConditionCheck: {
    Key: key,
    ExpressionAttributeNames: { '#version': 'version' },
    ...(version === undefined
      ? { ConditionExpression: 'attribute_not_exists(#version)' }
      : {
          ConditionExpression: '#version = :version',
          ExpressionAttributeValues: { ':version': version },
        }),
  },
});

/** Deletes an item on condition that an attribute has not changed. */
export const deleteUnchanged = (key: Key, name: string, found: unknown): Write => ({
  Delete: {
    Key: key,
    ExpressionAttributeNames: { '#name': name },
    ...(isAbsent(found)
      ? { ConditionExpression: 'attribute_not_exists(#name)' }
      : { ConditionExpression: '#name = :found', ExpressionAttributeValues: { ':found': found } }),
  },
});
