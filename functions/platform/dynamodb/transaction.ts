import { TransactWriteItemsCommand, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { type Database, type Write, marshallRequest } from './database.ts';
import { withWriteNames } from './failures.ts';

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
 * Applies all writes or none; an error names those that were refused. Separate from `database.ts`, so that bundles that
 * only read do not include it.
 */
export async function transact(db: Database, writes: Writes): Promise<void> {
  const { items, naming } = transaction(db, writes);
  const command = transactionCommand(items);
  await db.sendWrite((client) => client.send(command).catch(naming));
}

/** Applies a transaction, alone or together with other transactions. */
export type Transact = typeof transact;
