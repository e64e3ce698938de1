import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { delimiter, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../bin/local/free-port.ts';

const run = promisify(execFile);

/** The maximum start time of the emulator, in milliseconds. */
const PATIENCE = 120_000;

/**
 * Installs and starts, in a folder, the AWS emulator and the AWS command line that requirements.txt names: with TLS,
 * which bucket policies require, and with the permissions of every caller checked.
 */
export async function startEmulator(folder: string) {
  const programs = join(folder, 'python/bin');
  await run('python3', ['-m', 'venv', join(folder, 'python')]);
  const requirements = join(import.meta.dirname, 'requirements.txt');
  await run(join(programs, 'pip'), ['install', '--quiet', '--disable-pip-version-check', '-r', requirements]);

  const [home, data] = [join(folder, 'home'), join(folder, 'data')];
  for (const each of [home, data]) await mkdir(each);
  // Leaves out the settings of the person who runs the test, especially AWS credentials.
  const environment = {
    PATH: [dirname(process.execPath), programs, process.env['PATH']].join(delimiter),
    HOME: home,
    TMPDIR: data,
    npm_config_update_notifier: 'false',
  };
  const port = await freePort();
  const log = await open(join(folder, 'emulator.log'), 'w');
  const child = spawn(join(programs, 'ministack'), {
    cwd: data,
    stdio: ['ignore', log.fd, log.fd],
    // Creates a process group, which includes the functions.
    detached: true,
    env: {
      ...environment,
      AUTH: 'true',
      USE_SSL: '1',
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      IOT_MTLS_ENABLED: '0',
      S3_DATA_DIR: join(data, 's3'),
      STATE_DIR: join(data, 'state'),
    },
  });
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', kill);
  const closed = once(child, 'close');

  const certificate = join(data, 'ministack-tls/server.crt');

  /** Creates a request to the emulator without sending it. */
  const connect = async (options: {
    method?: string | undefined;
    path?: string | undefined;
    headers?: object;
  }) =>
    request({
      ...options,
      headers: { ...options.headers },
      host: '127.0.0.1',
      port,
      servername: 'localhost',
      ca: await readFile(certificate),
    });

  /** Fetches an address of the emulator. */
  async function get(address: string): Promise<Buffer> {
    const { pathname, search } = new URL(address, 'https://127.0.0.1');
    const connection = await connect({ path: `${pathname}${search}` });
    const answered = once(connection.end(), 'response');
    const [response] = (await answered) as [NodeJS.ReadableStream];
    return buffer(response);
  }

  const deadline = performance.now() + PATIENCE;
  while (!(await get('/_ministack/ready').catch(() => false))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`The emulator did not start:\n${await readFile(join(folder, 'emulator.log'), 'utf8')}`);
    }
    await delay(100);
  }

  return {
    /** The environment in which the AWS command line and the CDK use only the emulator. */
    env: {
      ...environment,
      AWS_ENDPOINT_URL: `https://127.0.0.1:${port}`,
      AWS_REGION: 'us-east-1',
      AWS_DEFAULT_REGION: 'us-east-1',
      // The emulator takes this access key as the root user of the account.
      AWS_ACCESS_KEY_ID: '000000000000',
      AWS_SECRET_ACCESS_KEY: 'emulated',
      AWS_CA_BUNDLE: certificate,
      NODE_EXTRA_CA_CERTS: certificate,
    },
    port,
    connect,
    get,
    async stop() {
      process.off('exit', kill);
      kill();
      await closed;
      await log.close();
    },
  };
}

export type Emulator = Awaited<ReturnType<typeof startEmulator>>;
