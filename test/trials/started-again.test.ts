import { describe, expect, test } from '@jest/globals';
import { freePort } from '../../bin/local/free-port.ts';
import { aJob } from '../setup/a-job.ts';
import { apply } from '../setup/an-application.ts';
import { startEngine } from '../setup/engine.ts';
import { createHttpClient } from '../setup/http-client.ts';
import { startServer } from '../setup/local-server.ts';
import {
  dataDir,
  waitForExit,
  startEnvironment,
  processesOn,
  projectRoot,
  run,
  start,
  startAndWait,
  waitUntil,
  withDataFolder,
} from '../setup/starts.ts';

withDataFolder();

/** The status of a list of jobs with a key. */
const jobsStatus = async ({ origin }: { origin: string }, apiKey: string) =>
  (await createHttpClient(origin, { 'api-key': apiKey }).get('/jobs')).status;

test('npm start accepts connections only after every function is loaded', async () => {
  const port = await freePort();
  const begin = performance.now();
  start({ PORT: String(port) });
  const connect = () => fetch(`http://localhost:${port}/api/v1.1/jobs`).catch(() => undefined);
  let attemptAt = begin;
  // A refused connection fails at once; an accepted one waits for its response.
  const { status } = await waitUntil('the port accepts a connection', () => {
    attemptAt = performance.now();
    return connect();
  });
  const [starting, responding] = [attemptAt - begin, performance.now() - attemptAt];
  expect(status).toBe(401);
  // Loading the functions takes most of the start; the response after it takes a few milliseconds.
  expect(responding / starting).toBeLessThan(0.2);
});

describe('the account of AWS in the environment', () => {
  test('is used for SES, and the embedded engine works without an account', async () => {
    const senders: string[] = [];
    const ses = await startServer(async (request, response) => {
      senders.push(/Credential=([^,]+)/.exec(request.headers.authorization ?? '')?.[1] ?? '');
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"MessageId":"1"}');
    });
    const mail = { MAIL_CONFIGURATION_SET: 'mail-dev', AWS_REGION: 'eu-central-1' };
    let key = '';
    try {
      const operator = { AWS_ACCESS_KEY_ID: 'OPERATOR', AWS_SECRET_ACCESS_KEY: 'secret' };
      const service = await startAndWait({ ...mail, ...operator, AWS_ENDPOINT_URL_SESV2: ses.endpoint });
      const { started, employer, origin, apiKey = '' } = service;
      expect(started.stdout).toContain(
        '\nMail: Amazon SES in eu-central-1, with the configuration set mail-dev\n',
      );
      const { body: job } = await employer.post('/jobs', aJob({ status: 'active' }));
      expect((await apply(createHttpClient(origin, {}), job.id)).status).toBe(201);
      await waitUntil('the mail is sent', () => senders.length > 0);
      expect(senders[0]).toMatch(/^OPERATOR\/\d+\/eu-central-1\/ses\//);
      await waitForExit(started, 'SIGTERM');
      key = apiKey;
    } finally {
      await ses.close();
    }

    const nobody = await startAndWait({ ...mail, AWS_PROFILE: 'nobody' });
    expect(await jobsStatus(nobody, key)).toBe(200);
  });
});

test('AWS_ENDPOINT_URL_DYNAMODB replaces the embedded engine, and the printed key and command work', async () => {
  const engine = await startEngine();
  try {
    const endpoint = { AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint };
    const service = await startAndWait(endpoint);
    const { employer, started } = service;
    expect(await processesOn(dataDir)).toEqual([]);
    expect(started.stderr).toBe('');
    expect((await employer.get('/jobs')).status).toBe(200);
    const [command = ''] = /AWS_ENDPOINT_URL_DYNAMODB=.* --employer 1$/m.exec(started.stdout) ?? [];
    const admin = command.replace('npm run -s admin --', `'${process.execPath}' bin/admin.ts`);
    const { stdout } = await run('sh', ['-c', admin], { cwd: projectRoot, env: startEnvironment({}) });
    const issued = JSON.parse(stdout) as { apiKey: string };
    expect(await jobsStatus(service, issued.apiKey)).toBe(200);
    expect(await waitForExit(started, 'SIGTERM')).toMatchObject({ exitCode: 0 });
  } finally {
    await engine.stop();
  }
});

describe('the thread of background functions', () => {
  /** Replaces the feed function: its first thread ends with an error, and its second thread is blocked. */
  const publishFeeds = `
    import { threadId } from 'node:worker_threads';
    export async function handler() {
      if (threadId === 1) setImmediate(() => { throw new Error('Broken.'); });
      if (threadId !== 2) return;
      console.log('Blocked.');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }`;
  const preload = `
    import { registerHooks } from 'node:module';
    const replaced = { format: 'module', source: ${JSON.stringify(publishFeeds)}, shortCircuit: true };
    registerHooks({
      load: (url, context, next) => url.endsWith('/postings/publish-feeds.ts') ? replaced : next(url, context),
    });`;

  test('is restarted after an error, and the service responds while a function blocks the thread', async () => {
    const { started, employer } = await startAndWait({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
    });
    await waitUntil('the function blocks', () => started.stdout.includes('Blocked.'));
    expect(started.stderr).toMatch(/^The thread of background functions has ended .*: Error: Broken\.\n/);
    expect((await employer.get('/jobs')).status).toBe(200);
    expect(await waitForExit(started, 'SIGTERM')).toMatchObject({ exitCode: 0 });
  });
});
