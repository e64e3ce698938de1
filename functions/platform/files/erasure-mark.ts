import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file of a data folder that says that its database still has bytes of what was erased. */
export const erasureMark = (dataDir: string): string => join(dataDir, 'erased');

/** Says that something was erased: the database of this machine only forgets where it was. */
export async function markErasure(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(erasureMark(dataDir), '');
}
