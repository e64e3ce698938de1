import type { Item, Write, Key } from './database.ts';

const namesOf = (item: Item) => Object.fromEntries(Object.keys(item).map((name) => [`#${name}`, name]));

/** Null and undefined mean an absent attribute. */
const isPresent = (value: unknown) => value !== undefined && value !== null;

/** Converts a number that was read as text, because a double would lose digits, so that it is written as a number. */
export const asNumber = (value: unknown) =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : value;

/** The condition that the attributes of an item have the given values. */
export function conditionedOn(key: Key, found: Item) {
  const names = Object.keys(found);
  const present = names.filter((name) => isPresent(found[name]));
  const conditions = names.map((name) =>
    isPresent(found[name]) ? `#${name} = :found_${name}` : `attribute_not_exists(#${name})`,
  );
  return {
    Key: key,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: namesOf(found),
    // DynamoDB rejects an empty map.
    ...(present.length > 0 && {
      ExpressionAttributeValues: Object.fromEntries(present.map((name) => [`:found_${name}`, found[name]])),
    }),
  };
}

/** Sets attributes, or removes those without a value, on condition that the attributes in `found` have those values. */
export function conditionalUpdate(key: Key, set: Item, found: Item) {
  const condition = conditionedOn(key, found);
  const present = Object.keys(set).filter((name) => isPresent(set[name]));
  const removed = Object.keys(set).filter((name) => !isPresent(set[name]));
  const clauses = [
    present.length > 0 && `SET ${present.map((name) => `#${name} = :${name}`).join(', ')}`,
    removed.length > 0 && `REMOVE ${removed.map((name) => `#${name}`).join(', ')}`,
  ];
  return {
    Update: {
      ...condition,
      UpdateExpression: clauses.filter(Boolean).join(' '),
      ExpressionAttributeNames: namesOf({ ...set, ...found }),
      ExpressionAttributeValues: {
        ...Object.fromEntries(present.map((name) => [`:${name}`, set[name]])),
        ...condition.ExpressionAttributeValues,
      },
    },
  } satisfies Write;
}

/**
 * The update that turns one item into another, on condition that its version did not change since it was read. Sets the
 * attributes in `always` even if they did not change.
 */
export function updateOf(
  before: Item,
  after: Item,
  always: readonly string[] = [],
): NonNullable<Write['Update']> {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]) || always.includes(name),
  );
  const set = Object.fromEntries(names.map((name) => [name, after[name]]));
  return conditionalUpdate({ PK: before['PK'], SK: before['SK'] }, set, { version: before['version'] })
    .Update;
}

export const isUnchanged = (before: Item, after: Item) => JSON.stringify(before) === JSON.stringify(after);
