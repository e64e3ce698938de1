import { TransactGetItemsCommand } from '@aws-sdk/client-dynamodb';
import { type Database, type Item, type Key, marshallKeys, unmarshallItem } from './database.ts';
import { withWriteNames } from './failures.ts';

/**
 * Reads a consistent snapshot of items, in the order of their keys, with undefined for absent ones. It costs twice as
 * much as strong reads. Separate from `database.ts`, so that bundles of other functions do not include it.
 */
export async function getSnapshot(db: Database, wanted: readonly Key[]): Promise<(Item | undefined)[]> {
  const command = new TransactGetItemsCommand({
    ReturnConsumedCapacity: 'TOTAL',
    TransactItems: marshallKeys(wanted).map((Key) => ({ Get: { TableName: db.tableName, Key } })),
  });
  // While a transaction writes one of the items, DynamoDB cancels this read.
  const naming = withWriteNames(wanted.map(({ SK }) => SK));
  const { Responses = [] } = await db.sendRead((client) => client.send(command).catch(naming));
  return Responses.map(({ Item }) => Item && unmarshallItem(Item));
}
