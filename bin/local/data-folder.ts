import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartFailure } from './start-failure.ts';

/** How long a start waits for the lock, in milliseconds: the keeper of a killed start needs time to end its engine. */
const LOCK_PATIENCE_MILLIS = 2_000;

/** The users of a data folder: the process of `npm start`, and the engine with its port. */
export interface Tenant {
  starterId: number;
  engineId?: number;
  port?: number;
}

/** The files of a data folder. */
export const dataFiles = (dataDir: string) => ({
  /** The engine's database. */
  jobs: join(dataDir, 'jobs.db'),
  /** The file that is locked. */
  lock: join(dataDir, 'lock.db'),
  /** The tenant: for the error message of a refused start, and to find an engine that outlived its keeper. */
  tenant: join(dataDir, 'tenant.json'),
  /** Where the engine and the service are, for the admin command. */
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

/** At module level, because a lock without references is garbage-collected and so released. */
let lock: DatabaseSync | undefined;

/** Locks the folder until this process ends in any way. Returns false when another process holds the lock. */
export function lockDataFolder(dataDir: string): boolean {
  try {
    lock ??= new DatabaseSync(dataFiles(dataDir).lock, { timeout: LOCK_PATIENCE_MILLIS });
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.includes('locked')) return false;
    throw error;
  }
}

/** The last tenant that was recorded, if any. */
export function readTenant(dataDir: string): Tenant | undefined {
  try {
    return JSON.parse(readFileSync(dataFiles(dataDir).tenant, 'utf8')) as Tenant;
  } catch {
    return undefined;
  }
}

export const writeTenant = (dataDir: string, tenant: Tenant): void =>
  writeFileSync(dataFiles(dataDir).tenant, `${JSON.stringify(tenant)}\n`);
