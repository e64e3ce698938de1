import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { readUser } from '../../bin/local/data-folder.ts';
import { freePort } from '../../bin/local/free-port.ts';
import { respondOnWire, dynamoProxy } from '../setup/dynamo-proxy.ts';
import { aJob } from '../setup/a-job.ts';
import { startEngine } from '../setup/engine.ts';
import { countJobs, createHttpClient } from '../setup/http-client.ts';
import {
  dataDir,
  waitForExit,
  enginesOn,
  startEnvironment,
  collectOutput,
  hasEnded,
  processesOn,
  projectRoot,
  start,
  startAndWait,
  waitUntil,
  withDataFolder,
} from '../setup/starts.ts';
import { hasTerminal } from '../setup/local-start.ts';

withDataFolder();

/** Sends a request that the service starts to handle. `status` becomes its status, or `cut` if the connection breaks. */
async function postInFlight({ address, apiKey = '' }: Awaited<ReturnType<typeof startAndWait>>) {
  const body = JSON.stringify(aJob());
  const request = httpRequest(`${address}/jobs`, {
    method: 'POST',
    headers: {
      'api-key': apiKey,
      'content-type': 'application/json',
      expect: '100-continue',
      'content-length': Buffer.byteLength(body),
    },
  });
  const status = new Promise<number | string | undefined>((resolve) => {
    request.once('response', (response) => resolve(response.resume().statusCode));
    request.once('error', () => resolve('cut'));
  });
  request.flushHeaders();
  await once(request, 'continue');
  request.end(body);
  return { status };
}

const refuses = (address: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
    socket.once('connect', () => socket.destroy());
  });

test('npm start waits for an engine that takes seconds to respond, even while clients request /docs', async () => {
  const port = await freePort();
  const started = start({ PORT: String(port) });
  const pendingRequest = (async () => {
    while (!started.stdout.includes('Ctrl-C') && !hasEnded(started)) {
      await fetch(`http://localhost:${port}/docs`).catch(() => delay(20));
    }
  })();
  const engineId = await waitUntil('the engine responds', async () => {
    const user = readUser(dataDir);
    const responds = fetch(`http://127.0.0.1:${user?.port}`).then(
      () => true,
      () => false,
    );
    return (await responds) ? user?.engineId : undefined;
  });
  process.kill(engineId, 'SIGSTOP');
  // The service listens only after its data is prepared.
  expect(await refuses(`http://127.0.0.1:${port}`)).toBe(true);
  await delay(4_000);
  process.kill(engineId, 'SIGCONT');
  await pendingRequest;
  expect(started).toMatchObject({ stdout: expect.stringContaining('Ctrl-C'), stderr: '' });
  await waitForExit(started, 'SIGTERM');
});

test('closing the output of npm start does not stop a start that has not printed its greeting yet', async () => {
  const port = await freePort();
  const started = start({ PORT: String(port) });
  started.child.stdout?.destroy();
  const address = `http://localhost:${port}/api/v1.1/positiontypes`;
  const isReady = async () => existsSync(path.join(dataDir, 'engine.json')) && (await fetch(address)).ok;
  await waitUntil('the service answers', isReady);
  const ended = once(started.child, 'exit');
  started.child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

describe('stopping npm start', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'waits for the request in flight after %s, exits with 0 and leaves nothing running',
    async (signal) => {
      const service = await startAndWait();
      const { started, address } = service;
      const [engine, ...others] = await enginesOn(dataDir);
      expect(others).toEqual([]);
      process.kill(engine?.id ?? 0, 'SIGSTOP');
      const { status } = await postInFlight(service);
      // npm turns one Ctrl-C into two signals.
      if (signal === 'SIGINT') started.child.kill(signal);
      const ended = waitForExit(started, signal);
      await waitUntil('no more connections are taken', () => refuses(address));
      process.kill(engine?.id ?? 0, 'SIGCONT');
      expect(await status).toBe(201);
      const { exitCode, stdout, stderr } = await ended;
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toMatch(/\nStopping, after the requests in flight…\n/);
      expect(stdout).toMatch(new RegExp(`\nStopped\\. The data is kept in ${dataDir}\\.\n$`));
      expect(await processesOn(dataDir)).toEqual([]);
      expect(existsSync(path.join(dataDir, 'engine.json'))).toBe(false);
    },
  );

  (hasTerminal ? test : test.skip)('is said on a terminal after Ctrl-C, whose log is coloured', async () => {
    const terminal = spawn(
      'script',
      ['--quiet', '--command', `'${process.execPath}' bin/start.ts`, '/dev/null'],
      { cwd: projectRoot, env: startEnvironment({ TERM: 'xterm' }) },
    );
    const started = collectOutput(terminal);
    await waitUntil('the start greets', () => started.stdout.includes('Ctrl-C'));
    const [origin = ''] = /http:\/\/localhost:\d+/.exec(started.stdout) ?? [];
    const [apiKey = ''] = /jps_\S+/.exec(started.stdout) ?? [];
    await createHttpClient(origin, { 'api-key': apiKey }).post('/jobs', aJob());
    const ended = waitForExit(started);
    terminal.stdin.write('\u0003');
    const { stdout } = await ended;
    const line = stdout.split('\r\n').find((each) => each.includes('POST')) ?? '';
    expect(line).toContain('\u001B[32m201\u001B[39m POST   /api/v1.1/jobs ');
    expect(line.replaceAll(/\u001B\[\d+m/g, '')).toMatch(
      /^\d\d:\d\d:\d\d 201 POST {3}\/api\/v1\.1\/jobs \d+ ms$/,
    );
    expect(stdout).not.toContain('{"time"');
    expect(stdout).toContain(`\r\nStopped. The data is kept in ${dataDir}.\r\n`);
  });

  test('also works when only npm gets the signal', async () => {
    const npm = spawn('npm', ['start'], { cwd: projectRoot, env: startEnvironment({}) });
    const ready = Promise.withResolvers<void>();
    npm.stdout.on('data', (text) => String(text).includes('Ctrl-C') && ready.resolve());
    await ready.promise;
    npm.kill('SIGTERM');
    await waitUntil(
      'the service and its engine have ended',
      async () => (await processesOn(dataDir)).length === 0,
    );
  });

  test('works even while auto-refresh waits for a DynamoDB that does not respond', async () => {
    const engine = await startEngine();
    let hasRefreshed = false;
    const proxy = await dynamoProxy(engine.endpoint, async ({ operation, body, pass, response }) => {
      const isRefreshing = operation === 'Query' && body.includes('"byRefreshDate"');
      hasRefreshed ||= isRefreshing;
      if (isRefreshing) response.destroy();
      else respondOnWire(response, await pass());
    });
    try {
      const { started } = await startAndWait({ AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint });
      await waitUntil('auto-refresh is under way', () => hasRefreshed);
      expect(await waitForExit(started, 'SIGTERM')).toMatchObject({ exitCode: 0, stderr: '' });
    } finally {
      await proxy.close();
      await engine.stop();
    }
  });

  test('is immediate at a second Ctrl-C', async () => {
    const service = await startAndWait();
    const { started } = service;
    const [engine] = await enginesOn(dataDir);
    process.kill(engine?.id ?? 0, 'SIGSTOP');
    const { status } = await postInFlight(service);
    const ended = waitForExit(started, 'SIGINT');
    await waitUntil('the start has ended', () => {
      started.child.kill('SIGINT');
      return hasEnded(started);
    });
    expect(await ended).toMatchObject({
      exitCode: 130,
      stdout: expect.stringContaining(
        `Stopped at once: requests in flight got no response. The data is kept in ${dataDir}.\n`,
      ),
    });
    expect(await status).toBe('cut');
  });

  test('with kill -9 leaves an engine running that the next start ends, and loses no data', async () => {
    const { started, apiKey = '', employer } = await startAndWait();
    expect((await employer.post('/jobs', aJob())).status).toBe(201);
    const [before] = await enginesOn(dataDir);
    await waitForExit(started, 'SIGKILL');
    const next = await startAndWait();
    expect(next.apiKey).toBeUndefined();
    expect(next.stdout).toContain('npm run -s admin -- key issue --employer 1 --local');
    expect(await countJobs(createHttpClient(next.origin, { 'api-key': apiKey }))).toBe(1);
    const [after, ...others] = await enginesOn(dataDir);
    expect(after?.id).not.toBe(before?.id);
    expect(others).toEqual([]);
  });
});

describe('the engine of npm start', () => {
  test('is restarted at the same address after it was killed, also when the output of the service is closed', async () => {
    const { started, employer } = await startAndWait();
    started.child.stdout?.destroy();
    started.child.stderr?.destroy();
    const endpointBefore = readFileSync(path.join(dataDir, 'engine.json'), 'utf8');
    const [killed] = await enginesOn(dataDir);
    process.kill(killed?.id ?? 0, 'SIGKILL');
    // The store retries within the time limit of the request, so the first response is already a success.
    expect((await employer.post('/jobs', aJob())).status).toBe(201);
    expect(await countJobs(employer)).toBe(1);
    const [now, ...others] = await enginesOn(dataDir);
    expect(now?.id).not.toBe(killed?.id);
    expect(others).toEqual([]);
    expect(readFileSync(path.join(dataDir, 'engine.json'), 'utf8')).toBe(endpointBefore);
    const ended = once(started.child, 'exit');
    started.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('makes a start exit with one sentence when the engine fails repeatedly', async () => {
    await writeFile(path.join(dataDir, 'jobs.db'), 'This is no database.'.repeat(500));
    const { exitCode, stdout, stderr } = await waitForExit(start());
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^The embedded engine stopped repeatedly on the data folder .*SQLite.*\n$/);
  });

  test('makes a running service exit with one sentence when the engine fails repeatedly', async () => {
    const { started } = await startAndWait();
    const ended = waitForExit(started);
    const killed = new Set<number>();
    while (!hasEnded(started)) {
      for (const { id } of await enginesOn(dataDir)) {
        if (!killed.has(id)) process.kill(id, 'SIGKILL');
        killed.add(id);
      }
      await delay(50);
    }
    const { exitCode, stderr } = await ended;
    expect(exitCode).toBe(1);
    expect(stderr).toBe(`The embedded engine stopped repeatedly on the data folder ${dataDir}.\n`);
  });
});
