import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file that a real program wrote, with its media type. */
export interface RealFile {
  fileName: string;
  mediaType: string;
  bytes: Buffer<ArrayBuffer>;
}

/** The files in a folder of `test/fixtures`, with the media types of their extensions. */
export const realFiles = (folder: string, types: Readonly<Record<string, string>>): readonly RealFile[] => {
  const path = join(import.meta.dirname, '../fixtures', folder);
  return readdirSync(path)
    .filter((fileName) => fileName !== 'README.md')
    .map((fileName) => ({
      fileName,
      mediaType: types[extname(fileName).slice(1)] ?? '',
      bytes: Buffer.from(readFileSync(join(path, fileName))),
    }));
};

/** The file with this name. Throws when it does not exist. */
export function fileNamed(files: readonly RealFile[], name: string): RealFile {
  const file = files.find(({ fileName }) => fileName === name);
  if (!file) throw new Error(`There is no file ${name}.`);
  return file;
}
