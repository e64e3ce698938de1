import { TransactGetItemsCommand } from '@aws-sdk/client-dynamodb';
import type { Database, Item, Key } from './database.ts';
import { namingWrites } from './failures.ts';
import { marshalledKeys, unmarshalled } from './marshalling.ts';

/**
 * Items as they are at one moment, in the order of their keys; undefined where there is none. It costs twice as much as
 * strong reads. Separate from `database.ts`, so that bundles of other functions do not include it.
 */
export async function getTogether(db: Database, wanted: readonly Key[]): Promise<(Item | undefined)[]> {
  const command = new TransactGetItemsCommand({
    ReturnConsumedCapacity: 'TOTAL',
    TransactItems: marshalledKeys(wanted).map((Key) => ({ Get: { TableName: db.tableName, Key } })),
  });
  // While a transaction writes one of them, DynamoDB cancels this one.
  const naming = namingWrites(wanted.map(({ SK }) => SK));
  const { Responses = [] } = await db.sendRead((client) => client.send(command).catch(naming));
  return Responses.map(({ Item }) => Item && unmarshalled(Item));
}
