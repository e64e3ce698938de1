import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { projectRoot, waitUntil } from '../setup/starts.ts';
import { bareEnvironment } from '../setup/local-start.ts';

const ofProcess = (pid: string, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');

/** The command lines of the child processes of a process, by process id. */
async function childrenOf(pid: string): Promise<Map<string, string>> {
  const pids = (await ofProcess(pid, `task/${pid}/children`)).trim().split(' ');
  return new Map(
    await Promise.all(pids.map(async (child) => [child, await ofProcess(child, 'cmdline')] as const)),
  );
}

/** Whether a process is running. An ended process may still exist as a zombie. */
const runs = async (pid: string) => /\) [^Z]/.test(await ofProcess(pid, 'stat'));

test('a test run that SIGTERM ends leaves no worker, engine or service running', async () => {
  const jest = ['node_modules/jest/bin/jest.js', '--silent', 'test/functions'];
  const run = spawn(process.execPath, jest, { cwd: projectRoot, env: bareEnvironment(), stdio: 'ignore' });
  const ended = once(run, 'exit');
  try {
    const started = await waitUntil('workers, engine and service run', async () => {
      const children = await childrenOf(String(run.pid));
      const commands = [...children.values()].join('\n');
      return ['processChild', 'dynoxide', 'service-process'].every((part) => commands.includes(part))
        ? [...children.keys()]
        : undefined;
    });
    run.kill('SIGTERM');
    expect((await ended)[0]).toBe(1);
    await waitUntil(
      'everything has ended',
      async () => !(await Promise.all(started.map(runs))).some(Boolean),
    );
  } finally {
    run.kill('SIGKILL');
  }
});

test('npm run test:handlers passes without an engine and a service', async () => {
  const run = promisify(execFile)('npm', ['run', 'test:handlers', '--', 'get-job'], {
    cwd: projectRoot,
    env: bareEnvironment(),
  });
  expect((await run).stderr).toContain('PASS test/handlers/get-job.test.ts');
});
