import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Gives this suite its own folder for files, before the service is started. */
export function ownFiles() {
  const folder = join(process.env['DATA_DIR'] ?? '', randomUUID());
  process.env['DATA_DIR'] = folder;
  return {
    /** The bytes of a file. */
    read: (key: string): Promise<Buffer> => readFile(join(folder, 'files', key)),
    /** The files of an employer's candidates. */
    of: async ({ id }: { id: number }): Promise<string[]> => {
      const names = await readdir(join(folder, 'files'), { recursive: true }).catch(() => []);
      return names.filter((name) => name.includes(`/${id}/`));
    },
  };
}
