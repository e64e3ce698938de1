import { setTimeout as delay } from 'node:timers/promises';
import {
  CreateTableCommand,
  DescribeTableCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  type GlobalSecondaryIndexDescription,
  type DynamoDBClient,
  type TableDescription,
  type UpdateTableCommandInput,
} from '@aws-sdk/client-dynamodb';
import { tableDefinition, timeToLive } from '../../functions/platform/dynamodb/table.ts';

/** The time limit for creating or updating the table, in milliseconds. */
const CREATION_MILLIS = 60_000;

/** The stream of the table, from which the log of events is built. */
const stream = {
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
} as const;

/** A table, and the abort signal of the requests about it. */
interface TableRequest {
  tableName: string;
  limit: { abortSignal: AbortSignal };
}

/** Waits until the table and its indexes are ready: only one index can be added or removed at a time. */
async function waitUntilReady(client: DynamoDBClient, { tableName, limit }: TableRequest): Promise<void> {
  for (;;) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }), limit);
    const states = Table?.GlobalSecondaryIndexes?.map(({ IndexStatus }) => IndexStatus) ?? [];
    if ([Table?.TableStatus, ...states].every((state) => state === 'ACTIVE')) return;
    await delay(500, undefined, { signal: limit.abortSignal });
  }
}

/** The identity of an index: its name, keys and projection. */
const textOf = ({ IndexName, KeySchema = [], Projection }: GlobalSecondaryIndexDescription): string =>
  JSON.stringify([
    IndexName,
    KeySchema.map(({ AttributeName, KeyType }) => [KeyType, AttributeName]),
    Projection?.ProjectionType,
    Projection?.NonKeyAttributes?.toSorted() ?? [],
  ]);

/** The indexes that are in the first list but not in the second. */
const missingFrom = <Index extends GlobalSecondaryIndexDescription>(
  some: readonly Index[],
  others: readonly GlobalSecondaryIndexDescription[],
): Index[] => {
  const texts = new Set(others.map(textOf));
  return some.filter((index) => !texts.has(textOf(index)));
};

/**
 * Migrates the indexes of an older table: removes obsolete and changed ones, since an index cannot be changed, and adds
 * those that are missing. The next start completes an interrupted migration.
 */
async function renewIndexes(client: DynamoDBClient, request: TableRequest, table: TableDescription) {
  const { tableName: TableName, limit } = request;
  const { GlobalSecondaryIndexes = [], AttributeDefinitions } = tableDefinition(TableName);
  const existing = table.GlobalSecondaryIndexes ?? [];
  const update = async (change: Omit<UpdateTableCommandInput, 'TableName'>) => {
    await client.send(new UpdateTableCommand({ TableName, ...change }), limit);
    await waitUntilReady(client, request);
  };
  for (const { IndexName } of missingFrom(existing, GlobalSecondaryIndexes)) {
    await update({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] });
  }
  for (const index of missingFrom(GlobalSecondaryIndexes, existing)) {
    const keys = index.KeySchema?.map(({ AttributeName }) => AttributeName) ?? [];
    await update({
      AttributeDefinitions: AttributeDefinitions?.filter(({ AttributeName }) => keys.includes(AttributeName)),
      GlobalSecondaryIndexUpdates: [{ Create: index }],
    });
  }
}

/** Enables the stream. Ignores errors, because some implementations have no streams; the service then has no events. */
async function addStream(client: DynamoDBClient, { tableName, limit }: TableRequest): Promise<void> {
  await client
    .send(new UpdateTableCommand({ TableName: tableName, ...stream }), limit)
    .catch(() => undefined);
}

/** Creates the table, or updates the indexes and the stream of an existing one. Returns whether the table is new. */
async function createOrUpdate(client: DynamoDBClient, request: TableRequest): Promise<boolean> {
  const { tableName, limit } = request;
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }), limit);
    if (Table) await renewIndexes(client, request, Table);
    if (!Table?.StreamSpecification?.StreamEnabled) await addStream(client, request);
    return false;
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
  try {
    await client.send(new CreateTableCommand({ ...tableDefinition(tableName), ...stream }), limit);
    return true;
  } catch (refusal) {
    // ResourceInUseException means that another process has just created the table.
    if (!(refusal instanceof ResourceInUseException)) throw refusal;
    return false;
  }
}

/**
 * Creates the table, or updates the indexes and the stream of an existing one, and waits until it can be used (at most
 * 60 s in all).
 */
export async function createTable(client: DynamoDBClient, tableName: string): Promise<void> {
  const limit = { abortSignal: AbortSignal.timeout(CREATION_MILLIS) };
  const created = await createOrUpdate(client, { tableName, limit });
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
