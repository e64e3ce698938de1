import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

/** Creates an empty folder, which is removed at the end of the test run. */
export const newFolder = (): Promise<string> => mkdtemp(join(process.env['DATA_DIR'] ?? '', 'new-'));
