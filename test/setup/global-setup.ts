import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { createSigningSecret } from '../../functions/platform/crypto/signing-key.ts';
import { tableDefinition } from '../../functions/platform/dynamodb/table.ts';
import { startEngine } from './engine.ts';
import { startServiceProcess } from './start-service-process.ts';

declare global {
  var stopEngine: (() => Promise<void>) | undefined;
  var stopService: () => Promise<void>;
}

/**
 * Starts one engine, one table and one service for all suites: each test has its own employer, so none sees another's jobs. With
 * AWS_ENDPOINT_URL_DYNAMODB set, the suites use that engine instead.
 */
export default async function setUp({ silent }: { silent?: boolean }): Promise<void> {
  // With the end of this process, its workers, the engine and the service end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  if (!process.env['AWS_ENDPOINT_URL_DYNAMODB']) {
    const engine = await startEngine();
    process.env['AWS_ENDPOINT_URL_DYNAMODB'] = engine.endpoint;
    globalThis.stopEngine = engine.stop;
    process.env['EMBEDDED_ENGINE'] = 'yes';
  }
  // As `npm start` does, so that calls have the time limits of an engine on a machine that may be busy.
  process.env['ENGINE_URL'] = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  process.env['AWS_REGION'] ??= 'local';
  process.env['AWS_ACCESS_KEY_ID'] ??= 'local';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'local';
  // For the programs that suites start.
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'jobs-compile-cache');
  // For the files of applications.
  process.env['DATA_DIR'] = await mkdtemp(join(tmpdir(), 'jobs-test-'));
  process.env['TABLE_NAME'] = `jobs-${crypto.randomUUID()}`;
  const service = startServiceProcess(silent);
  globalThis.stopService = service.stop;
  const client = createDocumentClient();
  await client.send(new CreateTableCommand(tableDefinition(process.env['TABLE_NAME'])));
  await waitUntilTableExists({ client, maxWaitTime: 30 }, { TableName: process.env['TABLE_NAME'] });
  await createSigningSecret(
    database({ client, tableName: process.env['TABLE_NAME'], remainingMillis: () => Infinity }),
  );
  client.destroy();
  process.env['SHARED_SERVICE'] = await service.origin;
}
