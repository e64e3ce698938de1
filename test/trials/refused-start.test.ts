import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { dataDir, waitForExit, processesOn, start, withDataFolder } from '../setup/starts.ts';

withDataFolder();

/** Another program, which uses a port. */
const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const usedPort = String(port);
afterAll(() => {
  server.close();
});

/** An address at which nothing listens. */
const nobody = 'http://127.0.0.1:1';

test.each<[what: string, environment: () => NodeJS.ProcessEnv, sentence: string]>([
  [
    'SES without a region',
    () => ({ MAIL_CONFIGURATION_SET: 'mail-dev', AWS_CONFIG_FILE: path.join(dataDir, 'none') }),
    'MAIL_CONFIGURATION_SET needs the AWS region of its SES: set AWS_REGION.',
  ],
  [
    'a port in use',
    () => ({ PORT: usedPort }),
    `Port ${usedPort} is in use by another program. Set PORT to another port, e.g. PORT=3001 npm start.`,
  ],
  [
    'a PORT that is no port',
    () => ({ PORT: 'eighty' }),
    'PORT must be a whole number from 0 to 65535, not "eighty".',
  ],
  [
    'an address without a DynamoDB',
    () => ({ AWS_ENDPOINT_URL_DYNAMODB: nobody }),
    `No DynamoDB responds at ${nobody}. Start it, or unset AWS_ENDPOINT_URL_DYNAMODB.`,
  ],
])(
  'npm start prints one sentence, exits with 1 and leaves no engine running for %s',
  async (_, settings, sentence) => {
    expect(await waitForExit(start(settings()))).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `${sentence}\n`,
    });
    expect(await processesOn(dataDir)).toEqual([]);
  },
);
