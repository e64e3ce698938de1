import { TransactWriteItemsCommand, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { marshallRequest, type Database, type Item, type Key, type Write } from './database.ts';
import { withWriteNames } from './failures.ts';
import { timeToLive } from './table.ts';
import { tableKeys } from '../keys.ts';

const namesOf = (item: Item) => Object.fromEntries(Object.keys(item).map((name) => [`#${name}`, name]));

/** An item without its null values, which are not stored. */
export const withoutNulls = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));

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
 * The update that turns one item into another, on condition that its version did not change since it was read, and that
 * the attributes in `found` have those values. Sets the attributes in `always` even if they did not change.
 */
export function updateOf(
  before: Item,
  after: Item,
  { always = [], found = {} }: { always?: readonly string[]; found?: Item } = {},
): NonNullable<Write['Update']> {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]) || always.includes(name),
  );
  const set = Object.fromEntries(names.map((name) => [name, after[name]]));
  const key = { PK: before['PK'], SK: before['SK'] };
  return conditionalUpdate(key, set, { version: before['version'], ...found }).Update;
}

export const isUnchanged = (before: Item, after: Item) => JSON.stringify(before) === JSON.stringify(after);

/** The writes of a transaction by their names in errors: one, several or none per name. */
type Writes = Record<string, Write | readonly Write[] | undefined>;

/** The writes of a transaction in DynamoDB's form, and the function that names them in errors. */
export function transaction({ tableName: TableName }: Database, writes: Writes) {
  const writeEntries = Object.entries(writes).flatMap(([name, one = []]) =>
    [one].flat().map((write) => ({ name, write })),
  );
  const items = writeEntries.map(
    ({ write }) =>
      Object.fromEntries(
        Object.entries(write).map(([action, input]) => [action, { TableName, ...marshallRequest(input) }]),
      ) as TransactWriteItem,
  );
  return { items, naming: withWriteNames(writeEntries.map(({ name }) => name)) };
}

/**
 * The command that applies all writes or none. All attempts share its token, so that DynamoDB applies them only once.
 */
export const transactionCommand = (TransactItems: TransactWriteItem[]) =>
  new TransactWriteItemsCommand({
    ReturnConsumedCapacity: 'TOTAL',
    TransactItems,
    ClientRequestToken: crypto.randomUUID(),
  });

/**
 * Applies all writes or none; an error names those that were refused. Not a method of the database, so that bundles that
 * only read do not include it.
 */
export async function transact(db: Database, writes: Writes): Promise<void> {
  const { items, naming } = transaction(db, writes);
  const command = transactionCommand(items);
  await db.sendWrite((client) => client.send(command).catch(naming));
}

/** Applies a transaction, alone or together with other transactions. */
export type Transact = typeof transact;

/**
 * Adds to the counter of a hash of what is counted and its period. The counter expires at a time in seconds since 1970.
 * Returns the count.
 */
export async function addToCount(db: Database, hash: string, until: number, by = 1): Promise<number> {
  const { count } = await db.update({
    Key: tableKeys.expiringCount(hash),
    UpdateExpression: 'SET #timeToLive = :timeToLive ADD #count :by',
    ExpressionAttributeNames: { '#count': 'count', '#timeToLive': timeToLive },
    ExpressionAttributeValues: { ':by': by, ':timeToLive': until },
    ReturnValues: 'ALL_NEW',
  });
  return count;
}
