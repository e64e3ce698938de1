import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PART_ENDING } from '../../functions/platform/files/folder-files.ts';

/**
 * Removes incomplete files and mails of a process that ended while it wrote them. No other process may write there at
 * the same time.
 */
export async function removeUnfinishedFiles(dataDir: string): Promise<void> {
  for (const folder of ['files', 'outbox']) {
    const names = await readdir(join(dataDir, folder), { recursive: true }).catch(() => []);
    for (const name of names.filter((each) => each.endsWith(PART_ENDING))) {
      await rm(join(dataDir, folder, name), { force: true });
    }
  }
}
