import type { Item, Write } from '../../../functions/platform/dynamodb/database.ts';
import type { Key } from '../../../functions/platform/dynamodb/table.ts';

const namesOf = (item: Item) => Object.fromEntries(Object.keys(item).map((name) => [`#${name}`, name]));

/** Null and undefined stand for attributes that an item does not have. */
const isPresent = (value: unknown) => value !== undefined && value !== null;

/** The condition that the attributes of an item are as they were found. */
export function asFound(key: Key, found: Item) {
  const names = Object.keys(found);
  const present = names.filter((name) => isPresent(found[name]));
  const conditions = names.map((name) =>
    isPresent(found[name]) ? `#${name} = :found_${name}` : `attribute_not_exists(#${name})`,
  );
  return {
    Key: key,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: namesOf(found),
    // DynamoDB takes no empty map.
    ...(present.length > 0 && {
      ExpressionAttributeValues: Object.fromEntries(present.map((name) => [`:found_${name}`, found[name]])),
    }),
  };
}

/** Sets attributes, or removes those without a value, on condition that attributes are as they were found. */
export function amended(key: Key, set: Item, found: Item): Write {
  const condition = asFound(key, found);
  const kept = Object.keys(set).filter((name) => isPresent(set[name]));
  const removed = Object.keys(set).filter((name) => !isPresent(set[name]));
  const remove = removed.length > 0 ? ` REMOVE ${removed.map((name) => `#${name}`).join(', ')}` : '';
  return {
    Update: {
      ...condition,
      UpdateExpression: `SET ${kept.map((name) => `#${name} = :${name}`).join(', ')}${remove}`,
      ExpressionAttributeNames: namesOf({ ...set, ...found }),
      ExpressionAttributeValues: {
        ...Object.fromEntries(kept.map((name) => [`:${name}`, set[name]])),
        ...condition.ExpressionAttributeValues,
      },
    },
  };
}
