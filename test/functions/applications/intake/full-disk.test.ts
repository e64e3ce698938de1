import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { removeUnfinishedFiles } from '../../../../bin/local/storage.ts';
import { newFolder } from '../../../setup/new-folder.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');
const folder = await newFolder();

/** Runs a program that can write at most 64 blocks to a file, so that a write fails halfway as on a full disk. */
async function runOnFullDisk(program: string): Promise<unknown> {
  const code = `process.on('SIGXFSZ', () => undefined);
    const large = new Uint8Array(1_000_000);
    const failure = await (async () => { ${program} })().catch((error) => error);
    console.log(JSON.stringify({ name: failure.name, ...failure }));`;
  const { stdout } = await run(
    'sh',
    ['-c', 'ulimit -f 64; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', code],
    { cwd: root },
  );
  return JSON.parse(stdout);
}

test('a mail to a full disk fails with outbox_full, and leaves no partial file', async () => {
  const failure = await runOnFullDisk(`
    const { outboxMailer } = await import('./functions/mail/outbox.ts');
    await outboxMailer('${folder}/outbox').send({ subjectId: 'a1', message: large });`);
  expect(failure).toMatchObject({ fault: 'account', code: 'outbox_full' });
  expect(await readdir(join(folder, 'outbox'))).toEqual([]);
});

test('the next start removes only the unfinished files of a killed process', async () => {
  const dataDir = join(folder, 'killed');
  await mkdir(join(dataDir, 'files/applications'), { recursive: true });
  await mkdir(join(dataDir, 'outbox'));
  for (const name of ['files/applications/a', 'outbox/b.eml'])
    for (const end of ['', '.1.part']) await writeFile(join(dataDir, `${name}${end}`), 'x');
  await removeUnfinishedFiles(dataDir);
  expect(await readdir(join(dataDir, 'files/applications'))).toEqual(['a']);
  expect(await readdir(join(dataDir, 'outbox'))).toEqual(['b.eml']);
});
