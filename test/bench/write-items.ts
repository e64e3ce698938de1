import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { forEachConcurrently } from '../../functions/platform/concurrency.ts';
import type { Item } from '../../functions/platform/dynamodb/database.ts';

/** The maximum number of items in one BatchWriteItem. */
const BATCH = 25;

/** The maximum number of simultaneous batches. */
const WIDTH = 4;

interface Target {
  client: DynamoDBDocumentClient;
  tableName: string;
}

/** Writes items directly to the table. */
export async function writeItems({ client, tableName }: Target, items: Iterable<Item>): Promise<void> {
  const requests = [...items].map((Item) => ({ PutRequest: { Item } }));
  const batches = requests.keys().filter((index) => index % BATCH === 0);
  await forEachConcurrently(batches, WIDTH, async (start) => {
    const { UnprocessedItems } = await client.send(
      new BatchWriteCommand({ RequestItems: { [tableName]: requests.slice(start, start + BATCH) } }),
    );
    if (UnprocessedItems?.[tableName]?.length) throw new Error('The engine left items unprocessed.');
  });
}
