import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { bareEnvironment } from '../setup/bare-environment.ts';
import { root, until } from '../setup/starts.ts';

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** The processes of this machine that have not ended. */
async function processes(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return state && state !== 'Z' ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
    }),
  );
  return all.flat();
}

test('leaves no worker, no engine and no service behind when SIGTERM ends a run of tests', async () => {
  const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--silent', 'test/functions'];
  const run = spawn(process.execPath, jest, { cwd: root, env: bareEnvironment(), stdio: 'ignore' });
  const ended = once(run, 'exit');
  const started = await until('workers, engine and service run', async () => {
    const children = (await processes()).filter(({ parent }) => parent === run.pid);
    const isThere = (part: string) => children.some(({ command }) => command.includes(part));
    return ['processChild', 'dynoxide', 'service-process'].every(isThere) ? children : undefined;
  });
  run.kill('SIGTERM');
  await ended;
  const pids = new Set(started.map(({ pid }) => pid));
  await until('everything has ended', async () => !(await processes()).some(({ pid }) => pids.has(pid)));
  expect(pids.size).toBeGreaterThan(3);
});
