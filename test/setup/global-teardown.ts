import { rm } from 'node:fs/promises';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { cpuSeconds } from './cpu-time.ts';

/** Cleans up, because the engine may outlive this run, or the process may start another run. */
export default async function tearDown(): Promise<void> {
  const client = createDocumentClient();
  await client.send(new DeleteTableCommand({ TableName: process.env['TABLE_NAME'] }));
  client.destroy();
  await rm(process.env['DATA_DIR'] ?? '', { recursive: true, force: true });
  if (globalThis.stopEngine) {
    await globalThis.stopEngine();
    globalThis.stopEngine = undefined;
    delete process.env['AWS_ENDPOINT_URL_DYNAMODB'];
    delete process.env['EMBEDDED_ENGINE'];
  }
  await globalThis.stopService();
  const seconds = await cpuSeconds();
  if (seconds !== undefined) process.stderr.write(`CPU:         ${seconds.toFixed(0)} s\n`);
}
