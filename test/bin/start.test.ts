import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { startEngine } from '../../bin/local/engine.ts';
import { lineForPerson } from '../../bin/local/log/line-for-person.ts';
import { newFolder } from '../setup/new-folder.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');

test('The service refuses a data folder that is a file', async () => {
  const file = path.join(await newFolder(), 'file');
  await writeFile(file, '');
  await expect(startEngine(file, () => undefined)).rejects.toThrow(
    /^The data folder .*file cannot be used .*\.$/,
  );
});

const painted = (style: unknown, text: string) => (style === 'dim' ? text : `<${String(style)}>${text}`);

test('The local log shows an error with its stack, and a scheduled run with its counts', () => {
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

test.each(['start', 'admin', 'smoke'] as const)(
  'npm run %s on an old Node.js prints the required version',
  async (name) => {
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
  },
);
