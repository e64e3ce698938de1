import {
  CreateTableCommand,
  DescribeTableCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { tableDefinition } from '../../functions/store/table.ts';

/** Creates the table and its indexes if there is none of the name, and waits until it can be used (60 s at most). */
export async function createTable(client: DynamoDBDocumentClient, tableName: string): Promise<void> {
  try {
    await client.send(new DescribeTableCommand({ TableName: tableName }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    await client.send(new CreateTableCommand(tableDefinition(tableName))).catch((refusal: unknown) => {
      // Another start created it at the same moment.
      if (!(refusal instanceof ResourceInUseException)) throw refusal;
    });
  }
  await waitUntilTableExists({ client, minDelay: 1, maxDelay: 2, maxWaitTime: 60 }, { TableName: tableName });
}
