import { TransactWriteItemsCommand, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { Database, Write } from './database.ts';
import { namingWrites } from './failures.ts';
import { marshalled } from './marshalling.ts';

/** The writes of a transaction by the names that its errors use: one, several or none per name. */
type Writes = Record<string, Write | readonly Write[] | undefined>;

/** The writes of a transaction as DynamoDB takes them, with what gives them names in errors. */
export function transaction({ tableName: TableName }: Database, writes: Writes) {
  const named = Object.entries(writes).flatMap(([name, one = []]) =>
    [one].flat().map((write) => ({ name, write })),
  );
  const items = named.map(
    ({ write }) =>
      Object.fromEntries(
        Object.entries(write).map(([action, input]) => [action, { TableName, ...marshalled(input) }]),
      ) as TransactWriteItem,
  );
  return { items, naming: namingWrites(named.map(({ name }) => name)) };
}

/** The command that applies all items or none. All attempts share its token, so that DynamoDB applies them only once. */
export const transactionCommand = (TransactItems: TransactWriteItem[]) =>
  new TransactWriteItemsCommand({
    ReturnConsumedCapacity: 'TOTAL',
    TransactItems,
    ClientRequestToken: crypto.randomUUID(),
  });

/**
 * Applies all writes or none; an error names those that were refused. Separate from `database.ts`, so that bundles that
 * only read do not include it.
 */
export async function transact(db: Database, writes: Writes): Promise<void> {
  const { items, naming } = transaction(db, writes);
  const command = transactionCommand(items);
  await db.sendWrite((client) => client.send(command).catch(naming));
}

/** How a transaction is applied: as one of its own, or with others. */
export type Transact = typeof transact;
