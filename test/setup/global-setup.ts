import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { createSigningSecret } from '../../functions/platform/crypto/signing-key.ts';
import { tableDefinition } from '../../functions/platform/dynamodb/table.ts';
import { startEngine } from './engine.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Starts the service that suites share, in a process of its own: in Jest, each suite would load and compile the
 * handlers anew.
 */
export function startServiceProcess(silent = false) {
  const child = fork(fileURLToPath(new URL('service-process.ts', import.meta.url)), {
    stdio: ['ignore', silent ? 'ignore' : 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');

  async function origin(): Promise<string> {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as unknown[];
    if (typeof message !== 'string') throw new Error('The shared service has not started.');
    return message;
  }

  return {
    /** The address of the service. */
    origin: origin(),
    /** Stops the service. Throws when its log contained private data, or when it had ended before. */
    stop: async () => {
      if (child.connected) child.disconnect();
      const [exitCode] = (await ended) as unknown[];
      if (exitCode !== 0) throw new Error('The shared service has failed, for the reason above.');
    },
  };
}

declare global {
  var stopEngine: (() => Promise<void>) | undefined;
  var stopService: () => Promise<void>;
}

/**
 * Starts one engine, one table and one service for all suites: each test has its own employer, so none sees another's jobs. With
 * AWS_ENDPOINT_URL_DYNAMODB set, the suites use that engine instead.
 */
export default async function setUp({ silent }: { silent?: boolean }): Promise<void> {
  // The exit of this process also ends its workers, the engine and the service.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  if (!process.env['AWS_ENDPOINT_URL_DYNAMODB']) {
    const engine = await startEngine();
    process.env['AWS_ENDPOINT_URL_DYNAMODB'] = engine.endpoint;
    globalThis.stopEngine = engine.stop;
    process.env['EMBEDDED_ENGINE'] = 'yes';
  }
  // As in `npm start`: gives calls the time limits for a local engine, whose machine may be busy.
  process.env['ENGINE_URL'] = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  process.env['AWS_REGION'] ??= 'local';
  process.env['AWS_ACCESS_KEY_ID'] ??= 'local';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'local';
  // The service stores the files of applications here.
  process.env['DATA_DIR'] = await mkdtemp(join(tmpdir(), 'jobs-test-'));
  process.env['TABLE_NAME'] = `jobs-${crypto.randomUUID()}`;
  process.env['USED_PERMISSIONS'] = join(process.env['DATA_DIR'], 'permissions.tsv');
  await writeFile(process.env['USED_PERMISSIONS'], '');
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
