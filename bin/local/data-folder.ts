import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartFailure } from './start-failure.ts';

/** How long a start waits for the lock: after a kill, the keeper of the killed start needs a moment to end its engine. */
const LOCK_PATIENCE_MILLIS = 2_000;

/** Who works in a data folder: the process of `npm start`, and the engine with its port. */
export interface Tenant {
  starterId: number;
  engineId?: number;
  port?: number;
}

/** The files of a data folder. */
export const dataFiles = (dataDir: string) => ({
  /** The engine's database. */
  jobs: join(dataDir, 'jobs.db'),
  /** What the lock is held on. */
  lock: join(dataDir, 'lock.db'),
  /** The tenant: for the sentence of a refused start, and to find an engine that outlived its keeper. */
  tenant: join(dataDir, 'tenant.json'),
  /** Where the engine answers, for the admin command. */
  engine: join(dataDir, 'engine.json'),
});

/** Makes the folder. Throws StartFailure when it cannot be made or written. */
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

/** At module level, since a lock that nothing refers to is collected and so released. */
let lock: DatabaseSync | undefined;

/** Locks the folder until this process ends, however it ends; false when another process has it. */
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

/** The tenant that wrote its name last, if any. */
export function readTenant(dataDir: string): Tenant | undefined {
  try {
    return JSON.parse(readFileSync(dataFiles(dataDir).tenant, 'utf8')) as Tenant;
  } catch {
    return undefined;
  }
}

export const writeTenant = (dataDir: string, tenant: Tenant): void =>
  writeFileSync(dataFiles(dataDir).tenant, `${JSON.stringify(tenant)}\n`);
