import { join } from 'node:path';
import type { FileStore } from '../files/file-store.ts';
import { folderFiles } from '../files/folder-files.ts';
import { localAddress } from '../files/local-address.ts';
import { signingKey } from '../store/signing-key.ts';
import type { Database } from '../store/database.ts';
import { now } from './clock.ts';
import { setting } from './config.ts';

/** The files of the service: a folder of this machine. */
export const filesFor = (db: Database): FileStore =>
  folderFiles(join(setting('DATA_DIR'), 'files'), async (key, handOut) =>
    localAddress(await signingKey(db), setting('BASE_URL') ?? '', { key, ...handOut, now: now() }),
  );
