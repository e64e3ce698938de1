import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { outbox } from '../../functions/mail/outbox.ts';
import { folderFiles } from '../../functions/platform/files/folder-files.ts';

/** Gives this suite its own folder for files and mail, before the service is started. */
export function ownFiles() {
  const folder = join(process.env['DATA_DIR'] ?? '', randomUUID());
  process.env['DATA_DIR'] = folder;
  return {
    /** The folder in which the suite finds its mail. */
    outbox: outbox(join(folder, 'outbox')),
    /** The bytes of a file. */
    read: (key: string): Promise<Buffer> => readFile(join(folder, 'files', key)),
    /** Stores a file with a modification time this many hours ago. */
    leave: async (key: string, bytes: Uint8Array, hours: number): Promise<void> => {
      const path = join(folder, 'files', key);
      const at = Date.now() / 1_000 - hours * 3_600;
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bytes);
      await utimes(path, at, at);
    },
    remove: (key: string): Promise<void> => rm(join(folder, 'files', key)),
    /** The files of an employer's candidates. */
    of: async ({ id }: { id: number }): Promise<string[]> => {
      const names = await readdir(join(folder, 'files'), { recursive: true }).catch(() => []);
      return names.filter((name) => name.includes(`/${id}/`));
    },
  };
}

const refuse = () => Promise.reject(new Error('Nothing is handed out here.'));

/** A file store in a folder that cannot sign URLs. */
export const unsignedFiles = (folder: string) =>
  folderFiles(folder, { addressOf: refuse, uploadFormOf: refuse });
