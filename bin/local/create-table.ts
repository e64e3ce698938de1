import {
  CreateTableCommand,
  DescribeTableCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { tableDefinition, timeToLive } from '../../functions/platform/dynamodb/table.ts';

/** How long the table may take until it can be used, in milliseconds, with everything that is asked. */
const CREATION_MILLIS = 60_000;

/** The stream of the table, of which the log of events is made. */
const stream = {
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
} as const;

/** A table, and what tells the client to give up. */
interface Wanted {
  tableName: string;
  limit: { abortSignal: AbortSignal };
}

/** Adds the indexes that were added to the key design after the table was created. */
async function addIndexes(
  client: DynamoDBDocumentClient,
  { tableName, limit }: Wanted,
  table: TableDescription,
) {
  const { GlobalSecondaryIndexes = [], AttributeDefinitions = [] } = tableDefinition(tableName);
  const names = table.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName) ?? [];
  for (const index of GlobalSecondaryIndexes.filter(({ IndexName }) => !names.includes(IndexName))) {
    const keys = index.KeySchema?.map(({ AttributeName }) => AttributeName) ?? [];
    await client.send(
      new UpdateTableCommand({
        TableName: tableName,
        AttributeDefinitions: AttributeDefinitions.filter(({ AttributeName }) =>
          keys.includes(AttributeName),
        ),
        GlobalSecondaryIndexUpdates: [{ Create: index }],
      }),
      limit,
    );
  }
}

/** Switches on the stream, where the DynamoDB has streams: without them, there are no events. */
async function addStream(client: DynamoDBDocumentClient, { tableName, limit }: Wanted): Promise<void> {
  await client
    .send(new UpdateTableCommand({ TableName: tableName, ...stream }), limit)
    .catch(() => undefined);
}

/** Creates the table if it does not exist, or the indexes and the stream that it lacks. Returns whether the table is new. */
async function createdNow(client: DynamoDBDocumentClient, wanted: Wanted): Promise<boolean> {
  const { tableName, limit } = wanted;
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }), limit);
    if (Table) await addIndexes(client, wanted, Table);
    if (!Table?.StreamSpecification?.StreamEnabled) await addStream(client, wanted);
    return false;
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
  try {
    await client.send(new CreateTableCommand({ ...tableDefinition(tableName), ...stream }), limit);
    return true;
  } catch (refusal) {
    // Another process created it at the same moment.
    if (!(refusal instanceof ResourceInUseException)) throw refusal;
    return false;
  }
}

/**
 * Creates the table if it does not exist, or the indexes and the stream that it lacks, and waits until it can be used (at most 60 s in all).
 */
export async function createTable(client: DynamoDBDocumentClient, tableName: string): Promise<void> {
  const limit = { abortSignal: AbortSignal.timeout(CREATION_MILLIS) };
  const created = await createdNow(client, { tableName, limit });
  await waitUntilTableExists(
    { client, minDelay: 1, maxDelay: 2, maxWaitTime: CREATION_MILLIS / 1_000, ...limit },
    { TableName: tableName },
  );
  if (!created) return;
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: tableName,
      TimeToLiveSpecification: { AttributeName: timeToLive, Enabled: true },
    }),
    limit,
  );
}
