import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { createClient } from '../../functions/store/client.ts';

/** Leaves nothing behind on an engine that was there before. */
export default async function tearDown(): Promise<void> {
  const client = createClient();
  await client.send(new DeleteTableCommand({ TableName: process.env['TABLE_NAME'] }));
  client.destroy();
  await globalThis.stopEngine?.();
}
