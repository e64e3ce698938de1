import type { Database } from '../../platform/dynamodb/database.ts';
import { filePrefixes } from '../../platform/files/file-prefixes.ts';
import { parseLogoName } from '../domain/logo-file.ts';
import { currentLogos } from './current-logos.ts';

/** Where files are stored. */
interface Files {
  list: (prefix: string) => AsyncIterable<{ key: string; modifiedAt: Date }>;
}

/** The age from which a file can no longer be named by a request in progress, in milliseconds. */
const LOGO_GRACE_MILLIS = 24 * 60 * 60 * 1_000;

/** The number of profiles in one call. */
const BATCH = 100;

/** Lists the keys of logo files that no profile names, which interrupted requests left. */
export async function* unnamedLogos(db: Database, files: Files, now: Date): AsyncGenerator<string> {
  const { named } = currentLogos(db);
  const before = now.getTime() - LOGO_GRACE_MILLIS;
  const findUnnamed = async (keysFound: readonly string[]): Promise<string[]> => {
    const names = keysFound.map((key) => key.slice(filePrefixes.logos.length));
    const employers = new Set(names.flatMap((name) => parseLogoName(name)?.employerId ?? []));
    const inUse = await named([...employers]);
    return keysFound.filter((_, index) => !inUse.has(names[index] ?? null));
  };
  let found: string[] = [];
  for await (const { key, modifiedAt } of files.list(filePrefixes.logos)) {
    if (modifiedAt.getTime() > before) continue;
    found.push(key);
    if (found.length < BATCH) continue;
    yield* await findUnnamed(found);
    found = [];
  }
  yield* await findUnnamed(found);
}
