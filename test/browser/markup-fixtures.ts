import { readdir, readFile } from 'node:fs/promises';

const folder = new URL('../fixtures/markup/', import.meta.url);

/** The hostile markup of test/fixtures/markup, by file name. */
export async function hostileMarkup(): Promise<[string, string[]][]> {
  const files = (await readdir(folder)).toSorted();
  return Promise.all(
    files.map(async (file): Promise<[string, string[]]> => [
      file.replace('.json', ''),
      JSON.parse(await readFile(new URL(file, folder), 'utf8')) as string[],
    ]),
  );
}
