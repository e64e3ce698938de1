import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach } from '@jest/globals';
import { createHttpClient } from './http-client.ts';
import { bareEnvironment } from './local-start.ts';

export const projectRoot = path.join(import.meta.dirname, '../..');
export const run = promisify(execFile);

/** A process of `npm start`, and its output so far. */
interface Start {
  child: ChildProcess;
  stdout: string;
  stderr: string;
}

const starts: Start[] = [];

/** The data folder of the current test. */
export let dataDir: string;

/** Gives each test, or the whole suite, a data folder, and ends the processes that use it. */
export function withDataFolder(before = beforeEach, after = afterEach) {
  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'start-'));
  });

  after(async () => {
    for (const { child } of starts.splice(0)) child.kill('SIGKILL');
    for (const { id } of await enginesOn(dataDir)) process.kill(id, 'SIGKILL');
    await waitUntil('nothing runs on the folder', async () => (await processesOn(dataDir)).length === 0);
    await rm(dataDir, { recursive: true, force: true });
  });
}

/** Checks repeatedly until the condition holds; fails after two minutes. */
export async function waitUntil<Value>(
  what: string,
  ask: () => Promise<Value> | Value,
): Promise<NonNullable<Value>> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const value = await ask();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`It did not come to this: ${what}.`);
    await delay(50);
  }
}

/** The processes with the text in their command line. Zombie processes have no command line. */
export async function processesOn(text: string): Promise<{ id: number; command: string }[]> {
  const { stdout } = await run('ps', ['-ax', '-ww', '-o', 'pid=,args=']);
  return stdout
    .split('\n')
    .filter((line) => line.includes(text))
    .map((line) => ({ id: Number.parseInt(line, 10), command: line }));
}

export const enginesOn = async (folder: string) =>
  (await processesOn(path.join(folder, 'jobs.db'))).filter(({ command }) => command.includes('--db-path'));

/** The environment of a start, without the settings of the test run. */
export const startEnvironment = (own: NodeJS.ProcessEnv) => ({
  ...bareEnvironment(),
  DATA_DIR: dataDir,
  PORT: '0',
  ...own,
});

/** Collects the output of a start, and ends the process after the test. */
export function collectOutput(child: ChildProcess): Start {
  const started: Start = { child, stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (started.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (started.stderr += text));
  starts.push(started);
  return started;
}

export const start = (own: NodeJS.ProcessEnv = {}): Start =>
  collectOutput(
    spawn(process.execPath, ['bin/start.ts'], {
      cwd: projectRoot,
      env: startEnvironment(own),
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

export const hasEnded = ({ child }: Start) => child.exitCode !== null || child.signalCode !== null;

/** Starts the service. Returns it once it is ready, with a client that has the printed key, if it printed one. */
export async function startAndWait(own: NodeJS.ProcessEnv = {}) {
  const started = start(own);
  await waitUntil('the start greets or ends', () => started.stdout.includes('Ctrl-C') || hasEnded(started));
  const address = /http:\/\/localhost:\d+\/api\/v1\.1/.exec(started.stdout)?.[0];
  if (address === undefined) throw new Error(`It did not start: ${started.stderr}`);
  const apiKey = /^ {2}(jps_\S+)$/m.exec(started.stdout)?.[1];
  const curls = started.stdout.split('\n').filter((line) => line.startsWith('  curl '));
  const { origin } = new URL(address);
  const employer = createHttpClient(origin, { 'api-key': apiKey ?? '' });
  return { ...started, started, address, origin, apiKey, employer, curls };
}

/** Waits until a start ends, after a signal if one is given. Returns its exit code and output. */
export async function waitForExit(started: Start, signal?: NodeJS.Signals) {
  const closed = once(started.child, 'close');
  if (signal) started.child.kill(signal);
  const [exitCode] = await closed;
  return { exitCode, stdout: started.stdout, stderr: started.stderr };
}
