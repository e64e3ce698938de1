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

test('a mail to a full disk fails with outbox_full, and leaves no partial file', async () => {
  const program = `
    process.on('SIGXFSZ', () => undefined);
    const { outboxMailer } = await import('./functions/mail/outbox.ts');
    const mail = { subjectId: 'a1', message: new Uint8Array(1_000_000) };
    await outboxMailer('${folder}/outbox').send(mail).catch((error) => console.log(JSON.stringify(error)));`;
  // A file can have at most 64 blocks, so that a write fails halfway.
  const limited = [
    '-c',
    'ulimit -f 64; exec "$0" "$@"',
    process.execPath,
    '--input-type=module',
    '-e',
    program,
  ];
  const { stdout } = await run('sh', limited, { cwd: root });
  expect(JSON.parse(stdout)).toMatchObject({ fault: 'account', code: 'outbox_full' });
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
