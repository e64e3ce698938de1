import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { erasureMark } from '../../functions/platform/files/erasure-mark.ts';
import { dataFiles } from './data-folder.ts';
import { reduceUnread } from './engine-stream.ts';

/** The largest database, in bytes, that is rewritten while the engine uses it: its writes wait for a second. */
const MOST_BESIDE_ENGINE = 50_000_000;

/** How long the writes of the engine and the rewriting wait for each other, in milliseconds. */
const PATIENCE_MILLIS = 1_000;

/** Writes the database anew from what it holds, and empties its log. Returns false if the engine kept it busy. */
function rewrite(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: PATIENCE_MILLIS });
  try {
    database.exec('PRAGMA secure_delete = ON; VACUUM');
    return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
  } finally {
    database.close();
  }
}

/**
 * Removes the bytes of what was erased from the database, if anything was: the engine only forgets where they are. What
 * fails, or is too large to be done beside the engine, stays marked for the next time.
 */
export function removeErasedBytes(dataDir: string, { besideEngine }: { besideEngine: boolean }): void {
  const { jobs, erasing } = dataFiles(dataDir);
  const mark = erasureMark(dataDir);
  try {
    if (!existsSync(jobs)) return;
    if (!besideEngine && reduceUnread(dataDir)) writeFileSync(erasing, '');
    if (!existsSync(mark) && !existsSync(erasing)) return;
    if (besideEngine && statSync(jobs).size > MOST_BESIDE_ENGINE) return;
    // What is erased from now on gets a mark of its own.
    if (existsSync(mark)) renameSync(mark, erasing);
    if (rewrite(jobs)) rmSync(erasing, { force: true });
  } catch {
    // A full disk, a busy engine, or no database: the engine itself says what is wrong with it.
  }
}
