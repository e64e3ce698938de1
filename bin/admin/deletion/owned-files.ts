import { employerIdOfFile } from '../../../functions/applications/keys.ts';
import type { FileStore } from '../../../functions/platform/files/file-store.ts';
import { filePrefixes } from '../../../functions/platform/files/file-prefixes.ts';
import { parseLogoName } from '../../../functions/accounts/domain/logo-file.ts';

/**
 * The employer of a file, by prefix; null if the key does not contain it: such files are removed or rewritten within
 * two days.
 */
const owners: Record<keyof typeof filePrefixes, ((key: string) => number | undefined) | null> = {
  applications: employerIdOfFile,
  logos: (key) => parseLogoName(key.slice(filePrefixes.logos.length))?.employerId,
  uploads: null,
  public: null,
};

export async function* filesOwnedBy(
  { list }: Pick<FileStore, 'list'>,
  employerId: number,
): AsyncGenerator<string> {
  for (const [name, ownerOf] of Object.entries(owners)) {
    if (!ownerOf) continue;
    for await (const { key } of list(filePrefixes[name as keyof typeof filePrefixes])) {
      if (ownerOf(key) === employerId) yield key;
    }
  }
}
