import { CreateTableCommand, DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll } from '@jest/globals';
import { createTable } from '../../bin/local/create-table.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { createSigningSecret } from '../../functions/platform/crypto/signing-key.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { tableDefinition } from '../../functions/platform/dynamodb/table.ts';

/** Gives this suite its own table, for code that works on the jobs of all employers. It is deleted after the suite. */
export async function ownTable({ hasStream = true } = {}): Promise<void> {
  const TableName = `own-${crypto.randomUUID()}`;
  const client = createDocumentClient();
  if (hasStream) await createTable(client, TableName);
  else await client.send(new CreateTableCommand(tableDefinition(TableName)));
  await createSigningSecret(database({ client, tableName: TableName, remainingMillis: () => Infinity }));
  process.env['TABLE_NAME'] = TableName;
  afterAll(async () => void (await client.send(new DeleteTableCommand({ TableName }))));
}
