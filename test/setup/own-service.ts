import { afterAll } from '@jest/globals';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { ownTable } from './own-table.ts';
import { startService } from './service.ts';

/** Starts a service with a table of its own. After the suite, the service is closed and the table deleted. */
export async function ownService(options?: Parameters<typeof startService>[0]) {
  const table = await ownTable();
  const service = await startService(options);
  afterAll(async () => {
    await service.close();
    await table.drop();
  });
  return service;
}

/** Creates a table for this suite, with a client and a database. The table is deleted after the suite. */
export async function ownDatabase() {
  const table = await ownTable();
  const client = createDocumentClient();
  const tableName = process.env['TABLE_NAME'] ?? '';
  afterAll(async () => {
    client.destroy();
    await table.drop();
  });
  return { client, db: database({ client, tableName, remainingMillis: () => Infinity }) };
}
