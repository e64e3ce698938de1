import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartFailure } from './start-failure.ts';

/** The processes that use a data folder: `npm start`, and its engine with its port. */
interface FolderUser {
  starterId: number;
  /** The process id of the engine; undefined when the engine could not be started. */
  engineId: number | undefined;
  port: number;
}

export const dataFiles = (dataDir: string) => ({
  jobs: join(dataDir, 'jobs.db'),
  lock: join(dataDir, 'lock.db'),
  /**
   * The current or last user: for the error message of a refused start, and to find an engine that outlived `npm
   * start`.
   */
  user: join(dataDir, 'user.json'),
  /** The addresses of the engine and the service, for the admin command. */
  engine: join(dataDir, 'engine.json'),
});

/** Creates the folder. Throws StartFailure when it cannot be created or written. */
export function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartFailure(
      `The data folder ${dataDir} cannot be used (${reason}). Set DATA_DIR to another folder.`,
    );
  }
}

/**
 * Locks the folder until `close`, or until this process ends in any way; undefined when another process holds the lock.
 */
export function lockDataFolder(dataDir: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(dataFiles(dataDir).lock);
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as Error).message.includes('locked')) return undefined;
    throw error;
  }
}

/** The current or last user of the folder; undefined if none is recorded. */
export function readUser(dataDir: string): FolderUser | undefined {
  try {
    return JSON.parse(readFileSync(dataFiles(dataDir).user, 'utf8')) as FolderUser;
  } catch {
    return undefined;
  }
}

export const writeUser = (dataDir: string, user: FolderUser): void =>
  writeFileSync(dataFiles(dataDir).user, `${JSON.stringify(user)}\n`);
