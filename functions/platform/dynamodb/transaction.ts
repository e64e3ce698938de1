import { TransactWriteItemsCommand, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { Database, Write } from './database.ts';
import { namingWrites } from './failures.ts';
import { marshalled } from './marshalling.ts';

/** The writes of a transaction by the names that its errors use: one, several or none per name. */
type Writes = Record<string, Write | readonly Write[] | undefined>;

/**
 * Applies all writes or none; an error names those that were refused. All attempts share one token, so that DynamoDB
 * applies them only once. Separate from `database.ts`, so that bundles that only read do not include it.
 */
export async function transact(db: Database, writes: Writes): Promise<void> {
  const table = { TableName: db.tableName };
  const named = Object.entries(writes).flatMap(([name, one = []]) =>
    [one].flat().map((write) => ({ name, write })),
  );
  const command = new TransactWriteItemsCommand({
    ReturnConsumedCapacity: 'TOTAL',
    TransactItems: named.map(
      ({ write }) =>
        Object.fromEntries(
          Object.entries(write).map(([action, input]) => [action, { ...table, ...marshalled(input) }]),
        ) as TransactWriteItem,
    ),
    ClientRequestToken: crypto.randomUUID(),
  });
  const naming = namingWrites(named.map(({ name }) => name));
  await db.sendWrite((client) => client.send(command).catch(naming));
}
