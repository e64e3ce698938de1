import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { lineForPerson } from '../../bin/local/log/line-for-person.ts';
import { startEngine } from '../setup/engine.ts';
import {
  dataDir,
  endOf,
  enginesOn,
  environment,
  follow,
  listed,
  post,
  processesOn,
  root,
  run,
  start,
  startAndWait,
  until,
  withDataFolder,
} from '../setup/starts.ts';
import { hasTerminal, onTerminal } from '../setup/terminal.ts';

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

describe('the first start', () => {
  withDataFolder(beforeAll, afterAll);
  let first: Awaited<ReturnType<typeof startAndWait>>;

  beforeAll(async () => {
    first = await startAndWait();
  });

  test('prints a key and two commands that work unchanged', async () => {
    const { apiKey, curls, address, stdout } = first;
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
    const { address } = first;
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

  test('is not disturbed by a second one on the same folder, which reports it and ends', async () => {
    expect(await refused({})).toBe(
      `The data folder ${dataDir} is already in use by another npm start (process ${first.started.child.pid}). ` +
        `Stop it, or set DATA_DIR to another folder.\n`,
    );
    expect(await listed(first.address, first.apiKey ?? '')).toMatchObject({ status: 200 });
    expect(await enginesOn(dataDir)).toHaveLength(1);
  });
});

const isRequest = (line: string) => line.startsWith('{') && line.includes('"path"');

const unpainted = (_: unknown, text: string) => text;

describe('the log', () => {
  withDataFolder();

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
    const started = follow(terminal);
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
  withDataFolder();

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

test('--help names the port, the data folder, and where all settings are', async () => {
  const { stdout } = await run(process.execPath, ['bin/start.ts', '--help'], { cwd: root });
  expect(stdout).toMatch(/^Usage: npm start/);
  for (const named of ['PORT', '3000', 'DATA_DIR', '.local', 'docs/running.md'])
    expect(stdout).toContain(named);
});

describe('output that is not read', () => {
  withDataFolder();

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
  withDataFolder();

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
});

describe('the engine', () => {
  withDataFolder();

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

describe('one sentence and exit 1', () => {
  withDataFolder();

  test('report SES without a region', async () => {
    const nowhere = { MAIL_CONFIGURATION_SET: 'mail-dev', AWS_CONFIG_FILE: path.join(dataDir, 'none') };
    expect(await refused(nowhere)).toBe(
      'MAIL_CONFIGURATION_SET needs the AWS region of its SES: set AWS_REGION.\n',
    );
    expect(await processesOn(dataDir)).toEqual([]);
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
