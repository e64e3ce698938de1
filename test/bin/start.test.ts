import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startEngine } from '../../bin/local/engine.ts';
import { lineForPerson } from '../../bin/local/log/line-for-person.ts';
import {
  dataDir,
  enginesOn,
  environment,
  listed,
  post,
  root,
  run,
  startAndWait,
  until,
  withDataFolder,
} from '../setup/starts.ts';

const ignored = () => undefined;

describe('npm start', () => {
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
    expect(list.stdout).toMatch(/"total":[1-9]/);
    expect(stdout).toContain('Vancouver, BC');
  });

  test('tells the admin command where the engine is, and a second key works', async () => {
    const { address } = first;
    expect(JSON.parse(readFileSync(path.join(dataDir, 'engine.json'), 'utf8'))).toEqual({
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

  test('is not disturbed by a second one on the same folder, which is refused', async () => {
    const { child } = first.started;
    await expect(startEngine(dataDir, ignored)).rejects.toThrow(
      `The data folder ${dataDir} is already in use by another npm start (process ${child.pid}). ` +
        `Stop it, or set DATA_DIR to another folder.`,
    );
    expect(await listed(first.address, first.apiKey ?? '')).toMatchObject({ status: 200 });
    expect(await enginesOn(dataDir)).toHaveLength(1);
  });

  test('is refused on a data folder that is a file', async () => {
    const file = path.join(dataDir, 'file');
    await writeFile(file, '');
    await expect(startEngine(file, ignored)).rejects.toThrow(/^The data folder .*file cannot be used .*\.$/);
  });

  test('logs one line of JSON for each request, with time, method, path and what its function says', async () => {
    const { started, address, apiKey = '' } = first;
    const { origin } = new URL(address);
    await post(address, apiKey);
    await fetch(`${address}/jobs?status=draft`, { headers: { 'api-key': apiKey } });
    await fetch(`${origin}/nowhere`);
    await fetch(`${origin}/outbox`);
    await fetch(`${address}/jobs`, { method: 'POST' });
    const lines = () => started.stdout.split('\n').filter((line) => line.startsWith('{"'));
    const known = { time: expect.stringMatching(/^\d{4}-.*Z$/), milliseconds: expect.any(Number) };
    const jobs = { ...known, path: '/api/v1.1/jobs' };
    const expected = [
      { ...jobs, method: 'POST', operation: 'createJob', status: 201 },
      { ...jobs, method: 'GET', operation: 'listJobs', status: 200 },
      { ...known, method: 'GET', path: '/nowhere', status: 404 },
      { ...known, method: 'GET', path: '/outbox', status: 200, level: 'INFO' },
      { ...jobs, method: 'POST', status: 401 },
    ].map((fields) => expect.objectContaining(fields));
    await until('the last request is logged', () => lines().some((line) => line.includes('"status":401')));
    expect(lines().map((line) => JSON.parse(line))).toEqual(expect.arrayContaining(expected));
    expect(lines().join('')).not.toContain(apiKey);
  });
});

const painted = (style: unknown, text: string) => (style === 'dim' ? text : `<${String(style)}>${text}`);

test('the log shows a person an error with its stack, and runs of schedules with their numbers', () => {
  const time = '2030-01-02T03:04:05.678Z';
  const at = new Date(time).toLocaleTimeString('en-GB');
  const failed = { method: 'GET', path: '/jobs/1', status: 500, milliseconds: 7, operation: 'getJob' };
  const error = { name: 'Error', message: 'Broken', stack: 'Error: Broken\n    at \u001B[2Jjob.ts:1' };
  expect(lineForPerson({ time, level: 'ERROR', ...failed, error }, painted)).toBe(
    `${at} <red>500 GET    /jobs/1 7 ms\n  Error: Broken\n      at \uFFFD[2Jjob.ts:1`,
  );
  const refreshed = { operation: 'refreshDueJobs', shard: 3, due: 2, finished: true };
  expect(lineForPerson({ time, level: 'INFO', ...refreshed }, painted)).toBe(
    `${at} refreshDueJobs shard=3 due=2 finished=true`,
  );
});

test.each(['start', 'admin', 'smoke'] as const)('an old Node says what to do in npm run %s', async (name) => {
  const pretend = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})`;
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const command = scripts[name].replace(/^node /, `'${process.execPath}' --import "${pretend}" `);
  await expect(run('sh', ['-c', command], { cwd: root })).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^This is Node 20\.20\.2, and Node 24\.9 or later is needed\.\n.*npm ci.*\n.*nodejs\.org\.\n$/,
    ),
  });
});

test('--help names the port, the data folder, and where all settings are', async () => {
  const { stdout } = await run(process.execPath, ['bin/start.ts', '--help'], { cwd: root });
  expect(stdout).toMatch(/^Usage: npm start/);
  for (const named of ['PORT', '3000', 'DATA_DIR', '.local', 'docs/running.md'])
    expect(stdout).toContain(named);
});
