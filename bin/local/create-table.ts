import {
  CreateTableCommand,
  DescribeTableCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { tableDefinition, timeToLive } from '../../functions/store/table.ts';

/** Creates the table if there is none of the name. Answers whether it did. */
async function createdNow(client: DynamoDBDocumentClient, tableName: string): Promise<boolean> {
  try {
    await client.send(new DescribeTableCommand({ TableName: tableName }));
    return false;
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
  try {
    await client.send(new CreateTableCommand(tableDefinition(tableName)));
    return true;
  } catch (refusal) {
    // Another start created it at the same moment.
    if (!(refusal instanceof ResourceInUseException)) throw refusal;
    return false;
  }
}

/** Creates the table and its indexes if there is none of the name, and waits until it can be used (60 s at most). */
export async function createTable(client: DynamoDBDocumentClient, tableName: string): Promise<void> {
  const created = await createdNow(client, tableName);
  await waitUntilTableExists({ client, minDelay: 1, maxDelay: 2, maxWaitTime: 60 }, { TableName: tableName });
  if (!created) return;
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: tableName,
      TimeToLiveSpecification: { AttributeName: timeToLive, Enabled: true },
    }),
  );
}
