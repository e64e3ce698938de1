import type { Database } from '../platform/dynamodb/database.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { Refusal } from '../platform/errors.ts';
import { logoKey, logoNamed } from './domain/logo-file.ts';
import { currentLogos } from './store/current-logos.ts';

/** Reads logos for the public. */
export const logoReader = (db: Database, files: Pick<FileStore, 'get'>) => ({
  /** The logo in the file of this name. Throws Refusal `path_not_found` unless an employer that is not suspended has it. */
  shown: async (name: string): Promise<{ bytes: Uint8Array; mediaType: string }> => {
    const logo = logoNamed(name);
    const isShown = logo !== undefined && (await currentLogos(db).isShown(logo.employerId, name));
    const bytes = isShown ? await files.get(logoKey(name)) : undefined;
    if (!logo || !bytes) throw new Refusal('path_not_found', 'There is no such logo.');
    return { bytes, mediaType: logo.mediaType };
  },
});
