import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { addDays } from '../../functions/platform/values/calendar.ts';
import { lineForPerson } from '../../bin/local/log/line-for-person.ts';
import { createClient } from '../../functions/platform/dynamodb/client.ts';
import { attributes, keys, refreshOrder } from '../../functions/platform/dynamodb/table.ts';
import { answerOnWire, dynamoProxy } from '../setup/dynamo-proxy.ts';
import { anApplication } from '../setup/an-application.ts';
import { startEngine } from '../setup/engine.ts';
import { startStandIn } from '../setup/stand-in.ts';
import { hasTerminal, onTerminal } from '../setup/terminal.ts';

jest.setTimeout(60_000);

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** One `npm start`, and what it has written so far. */
interface Start {
  child: ChildProcess;
  stdout: string;
  stderr: string;
}

const starts: Start[] = [];
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'start-'));
});

afterEach(async () => {
  for (const { child } of starts.splice(0)) child.kill('SIGKILL');
  await until('nothing runs on the folder', async () => (await processesOn(dataDir)).length === 0);
  await rm(dataDir, { recursive: true, force: true });
});

/** Checks repeatedly until the condition holds; fails after 20 s. */
async function until<Value>(what: string, ask: () => Promise<Value> | Value): Promise<NonNullable<Value>> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const value = await ask();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`It did not come to this: ${what}.`);
    await delay(20);
  }
}

/** The processes that have the text in their command line; one that has ended but is not collected yet has none. */
async function processesOn(text: string): Promise<{ id: number; command: string }[]> {
  const { stdout } = await run('ps', ['-ax', '-ww', '-o', 'pid=,args=']);
  return stdout
    .split('\n')
    .filter((line) => line.includes(text))
    .map((line) => ({ id: Number.parseInt(line, 10), command: line }));
}

const enginesOn = async (folder: string) =>
  (await processesOn(path.join(folder, 'jobs.db'))).filter(({ command }) => command.includes('--db-path'));

const keepersOn = async (folder: string) =>
  (await processesOn(folder)).filter(({ command }) => command.includes('engine-keeper'));

/** Without the settings of the test run itself. */
const environment = (own: NodeJS.ProcessEnv) => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  DATA_DIR: dataDir,
  PORT: '0',
  ...own,
});

function start(own: NodeJS.ProcessEnv = {}): Start {
  const child = spawn(process.execPath, ['bin/start.ts'], {
    cwd: root,
    env: environment(own),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const started: Start = { child, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (started.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (started.stderr += text));
  starts.push(started);
  return started;
}

const hasEnded = ({ child }: Start) => child.exitCode !== null || child.signalCode !== null;

async function startAndWait(own: NodeJS.ProcessEnv = {}) {
  const started = start(own);
  await until('the start greets or ends', () => started.stdout.includes('Ctrl-C') || hasEnded(started));
  const address = /http:\/\/localhost:\d+\/api\/v1\.1/.exec(started.stdout)?.[0];
  if (address === undefined) throw new Error(`It did not start: ${started.stderr}`);
  const apiKey = /^ {2}(jps_\S+)$/m.exec(started.stdout)?.[1];
  const curls = started.stdout.split('\n').filter((line) => line.startsWith('  curl '));
  return { ...started, started, address, apiKey, curls };
}

/** How a start ends, by itself or after a signal. */
async function endOf(started: Start, signal?: NodeJS.Signals) {
  const closed = once(started.child, 'close');
  if (signal) started.child.kill(signal);
  const [exitCode] = await closed;
  return { exitCode, stdout: started.stdout, stderr: started.stderr };
}

const listed = async (address: string, apiKey: string) => {
  const answer = await fetch(`${address}/jobs`, { headers: { 'api-key': apiKey } });
  return { status: answer.status, body: (await answer.json()) as { paging?: { total: number } } };
};

const aJob = JSON.stringify({
  title: 'Baker',
  locations: [{ description: 'Vancouver, BC' }],
  categories: [{ id: 23 }],
  positionType: { id: 1 },
  description: '<p>Bread</p>',
  applicantRoutingType: { id: 1 },
  applicationEmail: 'jobs@example.com',
});

const postHeaders = (apiKey: string) => ({ 'api-key': apiKey, 'content-type': 'application/json' });

const post = (address: string, apiKey: string) =>
  fetch(`${address}/jobs`, { method: 'POST', headers: postHeaders(apiKey), body: aJob });

/** A request that the service has begun to serve, and the status of its answer, or `cut`. */
async function postInFlight(address: string, apiKey: string) {
  const request = httpRequest(`${address}/jobs`, {
    method: 'POST',
    headers: { ...postHeaders(apiKey), expect: '100-continue', 'content-length': Buffer.byteLength(aJob) },
  });
  const status = new Promise<number | string | undefined>((resolve) => {
    request.once('response', (response) => resolve(response.resume().statusCode));
    request.once('error', () => resolve('cut'));
  });
  request.flushHeaders();
  await once(request, 'continue');
  request.end(aJob);
  return { status };
}

const refuses = (address: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
    socket.once('connect', () => socket.destroy());
  });

/** What a start writes that ends at once with exit 1. */
async function refused(own: NodeJS.ProcessEnv) {
  const { exitCode, stdout, stderr } = await endOf(start(own));
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  return stderr;
}

/** Another program on its own port. */
async function listener() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

describe('auto-refresh', () => {
  test('runs at every start, and does not keep the service from stopping', async () => {
    const first = await startAndWait();
    const fields = { ...JSON.parse(aJob), autoRefresh: true, status: 'active' };
    const job = await fetch(`${first.address}/jobs`, {
      method: 'POST',
      headers: postHeaders(first.apiKey ?? ''),
      body: JSON.stringify(fields),
    });
    const { id } = (await job.json()) as { id: number };
    // As if the job had been published a week ago, and the service had been off since.
    const { endpoint, tableName } = JSON.parse(readFileSync(path.join(dataDir, 'engine.json'), 'utf8'));
    const client = createClient({ endpoint });
    const lastWeek = addDays(new Date().toISOString().slice(0, 10), -7);
    await client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: keys.job(1, id),
        UpdateExpression: 'SET #date = :date, #order = :order',
        ExpressionAttributeNames: { '#date': 'publishDate', '#order': attributes.refreshOrder },
        ExpressionAttributeValues: { ':date': lastWeek, ':order': refreshOrder(addDays(lastWeek, 7), 1, 1) },
      }),
    );
    client.destroy();
    expect((await endOf(first.started, 'SIGTERM')).exitCode).toBe(0);
    const second = await startAndWait();
    await until('the run says what it did', () => second.started.stdout.includes('"refreshDueJobs"'));
    const answer = await fetch(`${second.address}/jobs/${id}`, {
      headers: { 'api-key': first.apiKey ?? '' },
    });
    expect(await answer.json()).toMatchObject({ id, publishDate: addDays(lastWeek, 7) });
    expect(await endOf(second.started, 'SIGTERM')).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('the first start', () => {
  test('prints a key and two commands that work unchanged', async () => {
    const { apiKey, curls, address, stdout } = await startAndWait();
    expect(apiKey).toEqual(expect.any(String));
    expect(curls).toHaveLength(2);
    const [posting, listing] = curls as [string, string];
    const posted = await run('sh', ['-c', posting]);
    expect(posted.stdout).toMatch(/^HTTP\/1\.1 201 /m);
    expect(posted.stdout).toContain(`ocation: ${address}/jobs/`);
    const list = await run('sh', ['-c', listing]);
    expect(list.stdout).toMatch(/^HTTP\/1\.1 200 /m);
    expect(list.stdout).toContain('"total":1');
    expect(stdout).toContain('Vancouver, BC');
  });

  test('tells the admin command where the engine is, and a second key works', async () => {
    const { address } = await startAndWait();
    const engineFile = path.join(dataDir, 'engine.json');
    expect(JSON.parse(readFileSync(engineFile, 'utf8'))).toEqual({
      endpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      tableName: 'jobs',
      service: address,
    });
    const { stdout } = await run(
      process.execPath,
      ['bin/admin.ts', 'key', 'issue', '--employer', '1', '--local'],
      { cwd: root, env: environment({}) },
    );
    const { apiKey } = JSON.parse(stdout) as { apiKey: string };
    expect(await listed(address, apiKey)).toMatchObject({ status: 200 });
  });
});

const isRequest = (line: string) => line.startsWith('{') && line.includes('"path"');

const unpainted = (_: unknown, text: string) => text;

describe('the log', () => {
  test('has one line of JSON for each request, with time, method, path and what its function says', async () => {
    const { started, address, apiKey = '' } = await startAndWait();
    const { origin } = new URL(address);
    await post(address, apiKey);
    await fetch(`${address}/jobs?status=draft`, { headers: { 'api-key': apiKey } });
    await fetch(`${origin}/nowhere`);
    await fetch(`${origin}/outbox`);
    await fetch(`${address}/jobs`, { method: 'POST' });
    const { stdout } = await endOf(started, 'SIGTERM');
    const lines = stdout.split('\n').filter(isRequest);
    const known = { time: expect.stringMatching(/^\d{4}-.*Z$/), milliseconds: expect.any(Number) };
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ ...known, method: 'POST', path: '/api/v1.1/jobs', operation: 'createJob' }),
      expect.objectContaining({ ...known, method: 'GET', path: '/api/v1.1/jobs', status: 200 }),
      expect.objectContaining({ ...known, method: 'GET', path: '/nowhere', status: 404 }),
      expect.objectContaining({ ...known, method: 'GET', path: '/outbox', status: 200, level: 'INFO' }),
      expect.objectContaining({ ...known, method: 'POST', path: '/api/v1.1/jobs', status: 401 }),
    ]);
    expect(lines.join('')).not.toContain(apiKey);
  });

  (hasTerminal ? test : test.skip)('is coloured on a terminal, where Ctrl-C says what it did', async () => {
    const terminal = spawn(
      'script',
      ['--quiet', '--command', `'${process.execPath}' bin/start.ts`, '/dev/null'],
      {
        cwd: root,
        env: environment({ TERM: 'xterm' }),
      },
    );
    const started: Start = { child: terminal, stdout: '', stderr: '' };
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => (started.stdout += text));
    starts.push(started);
    await until('the start greets', () => started.stdout.includes('Ctrl-C'));
    const [address = ''] = /http:\/\/localhost:\d+\/api\/v1\.1/.exec(started.stdout) ?? [];
    const [apiKey = ''] = /jps_\S+/.exec(started.stdout) ?? [];
    await post(address, apiKey);
    const ended = endOf(started);
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

  (hasTerminal ? test : test.skip)('has no colours under NO_COLOR', async () => {
    const script =
      "const { localLog } = await import('./bin/local/log/local-log.ts');" +
      "localLog(process.stdout).arrived({ requestId: 'r', method: 'GET', path: '/' })({ status: 404 });";
    const command = `'${process.execPath}' --input-type=module --eval "${script}"`;
    expect(await onTerminal(command, { NO_COLOR: '1' })).toMatch(/^\d\d:\d\d:\d\d 404 GET {4}\/ \d+ ms\n$/);
    expect(await onTerminal(command, {})).toContain('\u001B[33m404\u001B[39m');
  });

  test('shows a person an error with its stack, and runs of schedules with their numbers', () => {
    const time = '2030-01-02T03:04:05.678Z';
    const at = new Date(time).toLocaleTimeString('en-GB');
    const failed = { method: 'GET', path: '/jobs/1', status: 500, milliseconds: 7, operation: 'getJob' };
    const error = { name: 'Error', message: 'Broken', stack: 'Error: Broken\n    at \u001B[2Jjob.ts:1' };
    expect(lineForPerson({ time, level: 'ERROR', ...failed, error }, unpainted)).toBe(
      `${at} 500 GET    /jobs/1 7 ms\n  Error: Broken\n      at \uFFFD[2Jjob.ts:1`,
    );
    const refreshed = { operation: 'refreshDueJobs', shard: 3, due: 2, finished: true };
    expect(lineForPerson({ time, level: 'INFO', ...refreshed }, unpainted)).toBe(
      `${at} refreshDueJobs shard=3 due=2 finished=true`,
    );
  });
});

describe('an old Node', () => {
  const pretend = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})`;

  test.each(['start', 'admin', 'smoke'] as const)('says what to do in npm run %s', async (name) => {
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const command = scripts[name].replace(/^node /, `'${process.execPath}' --import "${pretend}" `);
    const failed = run('sh', ['-c', command], { cwd: root, env: environment({}) });
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^This is Node 20\.20\.2, and Node 24\.9 or later is needed\.\n.*npm ci.*\n.*nodejs\.org\.\n$/,
      ),
    });
  });
});

describe('output that is not read', () => {
  test.each([[['stdout']], [['stdout', 'stderr']]] as const)(
    'does not end the service: %j',
    async (streams) => {
      const { started, address, apiKey = '' } = await startAndWait();
      for (const name of streams) started.child[name]?.destroy();
      for (let request = 0; request < 5; request += 1) {
        expect(await listed(address, apiKey)).toMatchObject({ status: 200 });
      }
      const [engine] = await enginesOn(dataDir);
      process.kill(engine?.id ?? 0, 'SIGKILL');
      await until('the service has its engine again', async () => (await post(address, apiKey)).ok);
      const ended = once(started.child, 'exit');
      started.child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(await processesOn(dataDir)).toEqual([]);
    },
  );

  test('does not end a start that has not printed its greeting yet', async () => {
    const { server, port } = await listener();
    server.close();
    const started = start({ PORT: String(port) });
    started.child.stdout?.destroy();
    const address = `http://localhost:${port}/api/v1.1/positiontypes`;
    const isReady = async () => existsSync(path.join(dataDir, 'engine.json')) && (await fetch(address)).ok;
    await until('the service answers', isReady);
    const ended = once(started.child, 'exit');
    started.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

describe('the end', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'is clean after %s: exit 0 and nothing left running',
    async (signal) => {
      const { started } = await startAndWait();
      expect(await enginesOn(dataDir)).toHaveLength(1);
      const { exitCode, stdout, stderr } = await endOf(started, signal);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toMatch(
        new RegExp(
          `\nStopping, after the requests in flight…\nStopped\\. The data is kept in ${dataDir}\\.\n$`,
        ),
      );
      expect(await processesOn(dataDir)).toEqual([]);
      expect(existsSync(path.join(dataDir, 'engine.json'))).toBe(false);
    },
  );

  test('is clean after two signals at once, which is what npm makes of one Ctrl-C', async () => {
    const { started } = await startAndWait();
    started.child.kill('SIGINT');
    expect(await endOf(started, 'SIGINT')).toMatchObject({ exitCode: 0 });
  });

  test('comes after the request in flight: the engine runs until its response is sent', async () => {
    const { started, address, apiKey = '' } = await startAndWait();
    const [engine] = await enginesOn(dataDir);
    process.kill(engine?.id ?? 0, 'SIGSTOP');
    const { status } = await postInFlight(address, apiKey);
    const ended = endOf(started, 'SIGTERM');
    await until('no more connections are taken', () => refuses(address));
    process.kill(engine?.id ?? 0, 'SIGCONT');
    expect(await status).toBe(201);
    expect(await ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await processesOn(dataDir)).toEqual([]);
  });

  test('also comes when only npm gets the signal', async () => {
    const npm = spawn('npm', ['start'], { cwd: root, env: environment({}) });
    const ready = Promise.withResolvers<void>();
    npm.stdout.on('data', (text) => String(text).includes('Ctrl-C') && ready.resolve());
    await ready.promise;
    npm.kill('SIGTERM');
    await until(
      'the service and its engine have ended',
      async () => (await processesOn(dataDir)).length === 0,
    );
  });

  test('comes even while auto-refresh waits for a DynamoDB that does not respond', async () => {
    const engine = await startEngine();
    let asked = false;
    const proxy = await dynamoProxy(engine.endpoint, async ({ operation, body, pass, response }) => {
      const isRefreshing = operation === 'Query' && body.includes('"byRefreshDate"');
      asked ||= isRefreshing;
      if (isRefreshing) response.destroy();
      else answerOnWire(response, await pass());
    });
    try {
      const { started } = await startAndWait({ AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint });
      await until('auto-refresh is under way', () => asked);
      expect(await endOf(started, 'SIGTERM')).toMatchObject({ exitCode: 0, stderr: '' });
    } finally {
      await proxy.close();
      await engine.stop();
    }
  });

  test('comes at once with a second Ctrl-C', async () => {
    const { started, address, apiKey = '' } = await startAndWait();
    const [engine] = await enginesOn(dataDir);
    process.kill(engine?.id ?? 0, 'SIGSTOP');
    const { status } = await postInFlight(address, apiKey);
    const ended = endOf(started, 'SIGINT');
    await until('the start has ended', () => {
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

  test('leaves no engine after kill -9, and the next start has the data', async () => {
    const { started, address, apiKey = '' } = await startAndWait();
    expect((await post(address, apiKey)).status).toBe(201);
    started.child.kill('SIGKILL');
    const next = await startAndWait();
    expect(next.apiKey).toBeUndefined();
    expect(next.stdout).toContain('npm run -s admin -- key issue --employer 1 --local');
    expect(await listed(next.address, apiKey)).toMatchObject({ status: 200, body: { paging: { total: 1 } } });
    expect(await enginesOn(dataDir)).toHaveLength(1);
    await endOf(next.started, 'SIGKILL');
    await until('no engine runs', async () => (await processesOn(dataDir)).length === 0);
  });

  test('in the middle of writes loses no acknowledged job', async () => {
    const { started, address, apiKey } = await startAndWait();
    if (apiKey === undefined) throw new Error('The first start printed no key.');
    const acknowledged: number[] = [];
    const writer = async () => {
      for (;;) {
        const answer = await post(address, apiKey).catch(() => undefined);
        const job = (await answer?.json().catch(() => undefined)) as { id: number } | undefined;
        if (answer?.status !== 201 || job === undefined) return;
        acknowledged.push(job.id);
      }
    };
    const writers = Array.from({ length: 8 }, writer);
    await until('100 jobs are acknowledged', () => acknowledged.length >= 100);
    started.child.kill('SIGKILL');
    await Promise.all(writers);

    const again = await startAndWait();
    const read = await Promise.all(
      acknowledged.map((id) => fetch(`${again.address}/jobs/${id}`, { headers: { 'api-key': apiKey } })),
    );
    expect(read.map(({ status }) => status)).toEqual(acknowledged.map(() => 200));
    const { body } = await listed(again.address, apiKey);
    expect(body.paging?.total).toBeGreaterThanOrEqual(acknowledged.length);
  });

  test('leaves an engine that the next start ends when the keeper is killed too', async () => {
    const { started } = await startAndWait();
    const [before] = await enginesOn(dataDir);
    const [keeper] = await keepersOn(dataDir);
    process.kill(keeper?.id ?? 0, 'SIGSTOP');
    started.child.kill('SIGKILL');
    process.kill(keeper?.id ?? 0, 'SIGKILL');
    await startAndWait();
    const after = await enginesOn(dataDir);
    expect(after).toHaveLength(1);
    expect(after[0]?.id).not.toBe(before?.id);
  });
});

describe('the engine', () => {
  test.each([
    ['engine', enginesOn],
    ['keeper', keepersOn],
  ])('responds again at the same address after its %s was killed', async (_, processes) => {
    const { address, apiKey = '' } = await startAndWait();
    const endpointBefore = readFileSync(path.join(dataDir, 'engine.json'), 'utf8');
    const [killed] = await processes(dataDir);
    process.kill(killed?.id ?? 0, 'SIGKILL');
    // The store tries again for as long as the request has time, so the first answer is a right one.
    expect((await post(address, apiKey)).status).toBe(201);
    expect(await listed(address, apiKey)).toMatchObject({ body: { paging: { total: 1 } } });
    await until('another one runs', async () => {
      const [now] = await processes(dataDir);
      return now && now.id !== killed?.id;
    });
    expect(await enginesOn(dataDir)).toHaveLength(1);
    expect(readFileSync(path.join(dataDir, 'engine.json'), 'utf8')).toBe(endpointBefore);
  });

  test('is ended and restarted when its keeper was killed and it hangs', async () => {
    const { address, apiKey = '' } = await startAndWait();
    const [[engine], [keeper]] = [await enginesOn(dataDir), await keepersOn(dataDir)];
    process.kill(engine?.id ?? 0, 'SIGSTOP');
    process.kill(keeper?.id ?? 0, 'SIGKILL');
    expect((await post(address, apiKey)).status).toBe(201);
    const [now, ...others] = await enginesOn(dataDir);
    expect(now?.id).not.toBe(engine?.id);
    expect(others).toEqual([]);
  });

  test('ends the start with one sentence when it fails repeatedly', async () => {
    await writeFile(path.join(dataDir, 'jobs.db'), 'This is no database.'.repeat(500));
    const { exitCode, stdout, stderr } = await endOf(start());
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^The embedded engine stopped repeatedly on the data folder .*SQLite.*\n$/);
  });

  test('ends a running service with one sentence when it fails repeatedly', async () => {
    const { started } = await startAndWait();
    const ended = endOf(started);
    const killed = new Set<number>();
    while (!hasEnded(started)) {
      for (const { id } of await enginesOn(dataDir)) {
        if (!killed.has(id)) process.kill(id, 'SIGKILL');
        killed.add(id);
      }
    }
    const { exitCode, stderr } = await ended;
    expect(exitCode).toBe(1);
    expect(stderr).toBe(`The embedded engine stopped repeatedly on the data folder ${dataDir}.\n`);
  });

  test('gives way to AWS_ENDPOINT_URL_DYNAMODB, and the printed key works', async () => {
    const engine = await startEngine();
    try {
      const {
        address,
        apiKey = '',
        started,
      } = await startAndWait({ AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint });
      expect(await processesOn(dataDir)).toEqual([]);
      expect(await listed(address, apiKey)).toMatchObject({ status: 200 });
      const [command = ''] = /AWS_ENDPOINT_URL_DYNAMODB=.* --employer 1$/m.exec(started.stdout) ?? [];
      const admin = command.replace('npm run -s admin --', `'${process.execPath}' bin/admin.ts`);
      const { stdout } = await run('sh', ['-c', admin], { cwd: root, env: environment({}) });
      expect(await listed(address, (JSON.parse(stdout) as { apiKey: string }).apiKey)).toMatchObject({
        status: 200,
      });
      expect(await endOf(started, 'SIGTERM')).toMatchObject({ exitCode: 0 });
    } finally {
      await engine.stop();
    }
  });
});

describe('the account of AWS in the environment', () => {
  test('is that of SES, and the embedded engine works without one', async () => {
    const senders: string[] = [];
    const ses = await startStandIn(async (request, response) => {
      senders.push(/Credential=([^,]+)/.exec(request.headers.authorization ?? '')?.[1] ?? '');
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"MessageId":"1"}');
    });
    const mail = { MAIL_CONFIGURATION_SET: 'mail-dev', AWS_REGION: 'eu-central-1' };
    let key = '';
    try {
      const operator = { AWS_ACCESS_KEY_ID: 'OPERATOR', AWS_SECRET_ACCESS_KEY: 'secret' };
      const {
        started,
        address,
        apiKey = '',
      } = await startAndWait({
        ...mail,
        ...operator,
        AWS_ENDPOINT_URL_SESV2: ses.endpoint,
      });
      expect(started.stdout).toContain(
        '\nMail: Amazon SES in eu-central-1, with the configuration set mail-dev\n',
      );
      const job = await fetch(`${address}/jobs`, {
        method: 'POST',
        headers: postHeaders(apiKey),
        body: JSON.stringify({ ...JSON.parse(aJob), status: 'active' }),
      });
      const { id } = (await job.json()) as { id: number };
      const sent = await fetch(`${address}/public/jobs/${id}/applications`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(anApplication()),
      });
      expect(sent.status).toBe(201);
      await until('the mail is sent', () => senders.length > 0);
      expect(senders[0]).toMatch(/^OPERATOR\/\d+\/eu-central-1\/ses\//);
      await endOf(started, 'SIGTERM');
      key = apiKey;
    } finally {
      await ses.close();
    }

    const nobody = await startAndWait({ ...mail, AWS_PROFILE: 'nobody' });
    expect(await listed(nobody.address, key)).toMatchObject({ status: 200 });
  });
});

describe('one sentence and exit 1', () => {
  test('report SES without a region', async () => {
    const nowhere = { MAIL_CONFIGURATION_SET: 'mail-dev', AWS_CONFIG_FILE: path.join(dataDir, 'none') };
    expect(await refused(nowhere)).toBe(
      'MAIL_CONFIGURATION_SET needs the AWS region of its SES: set AWS_REGION.\n',
    );
    expect(await processesOn(dataDir)).toEqual([]);
  });

  test('report a second start on the same folder, and the first continues', async () => {
    const { started, address, apiKey = '' } = await startAndWait();
    expect(await refused({})).toBe(
      `The data folder ${dataDir} is already in use by another npm start (process ${started.child.pid}). ` +
        `Stop it, or set DATA_DIR to another folder.\n`,
    );
    expect(await listed(address, apiKey)).toMatchObject({ status: 200 });
    expect(await enginesOn(dataDir)).toHaveLength(1);
  });

  test('report a port in use, and no engine is left running', async () => {
    const { server, port } = await listener();
    expect(await refused({ PORT: String(port) })).toBe(
      `Port ${port} is in use by another program. Set PORT to another port, e.g. PORT=3001 npm start.\n`,
    );
    expect(await processesOn(dataDir)).toEqual([]);
    server.close();
  });

  test('report a PORT that is not a port', async () => {
    expect(await refused({ PORT: 'eighty' })).toBe(
      'PORT must be a whole number from 0 to 65535, not "eighty".\n',
    );
  });

  test('report a DATA_DIR that is a file', async () => {
    const file = path.join(dataDir, 'file');
    await writeFile(file, '');
    expect(await refused({ DATA_DIR: file })).toMatch(/^The data folder .*file cannot be used .*\n$/);
  });

  test('report an AWS_ENDPOINT_URL_DYNAMODB without a DynamoDB', async () => {
    const { server, port } = await listener();
    server.close();
    await once(server, 'close');
    const endpoint = `http://127.0.0.1:${port}`;
    expect(await refused({ AWS_ENDPOINT_URL_DYNAMODB: endpoint })).toBe(
      `No DynamoDB responds at ${endpoint}. Start it, or unset AWS_ENDPOINT_URL_DYNAMODB.\n`,
    );
  });
});
