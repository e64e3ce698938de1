import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll } from '@jest/globals';
import { createTable } from '../../bin/local/create-table.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { createSigningSecret } from '../../functions/platform/crypto/signing-key.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';

/** Gives this suite its own table, for code that works on the jobs of all employers. It is deleted after the suite. */
export async function ownTable(): Promise<void> {
  const TableName = `own-${crypto.randomUUID()}`;
  const client = createDocumentClient();
  await createTable(client, TableName);
  await createSigningSecret(database({ client, tableName: TableName, remainingMillis: () => Infinity }));
  process.env['TABLE_NAME'] = TableName;
  afterAll(async () => {
    await client.send(new DeleteTableCommand({ TableName }));
    client.destroy();
  });
}
