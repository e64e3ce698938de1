import type { Database } from '../platform/dynamodb/database.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { Refusal } from '../platform/errors.ts';
import { logoKey, parseLogoName } from './domain/logo-file.ts';
import { currentLogos } from './store/current-logos.ts';

/** Reads public logos. */
export const logoReader = (db: Database, files: Pick<FileStore, 'get'>) => ({
  /**
   * Reads a logo by its file name. Throws Refusal `path_not_found` unless it is the current logo of an employer that is
   * not suspended.
   */
  shown: async (name: string): Promise<{ bytes: Uint8Array; mediaType: string }> => {
    const logo = parseLogoName(name);
    const isShown = logo !== undefined && (await currentLogos(db).isShown(logo.employerId, name));
    const bytes = isShown ? await files.get(logoKey(name)) : undefined;
    if (!logo || !bytes) throw new Refusal('path_not_found', 'There is no such logo.');
    return { bytes, mediaType: logo.mediaType };
  },
});
