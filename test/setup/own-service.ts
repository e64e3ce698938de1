import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { ownTable } from './own-table.ts';
import { startService } from './service.ts';

/** Starts a service with a table of its own. */
export async function ownService(options?: Parameters<typeof startService>[0]) {
  await ownTable();
  return startService(options);
}

/** Creates a table for this suite, with a client and a database. */
export async function ownDatabase() {
  await ownTable();
  const client = createDocumentClient();
  const tableName = process.env['TABLE_NAME'] ?? '';
  return { client, db: database({ client, tableName, remainingMillis: () => Infinity }) };
}
