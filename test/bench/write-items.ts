import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
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
export async function writeItems({ client, tableName }: Target, items: Iterator<Item>): Promise<void> {
  const nextBatch = () => {
    const batch: Item[] = [];
    for (let next = items.next(); !next.done; next = items.next()) {
      if (batch.push(next.value) === BATCH) break;
    }
    return batch;
  };
  const writeOn = async () => {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      const requests = batch.map((item) => ({ PutRequest: { Item: item } }));
      const { UnprocessedItems } = await client.send(
        new BatchWriteCommand({ RequestItems: { [tableName]: requests } }),
      );
      if (UnprocessedItems?.[tableName]?.length) throw new Error('The engine left items unprocessed.');
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, writeOn));
}
