import { copyFile, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Plugin } from 'esbuild';
import type { OperationId } from '../../schemas/operations.ts';
import { root, rowOf } from './functions.ts';

const FILE = 'schemas/reference-data/places.tsv';

const reader = join(root, 'functions/reference/store/places.ts');
const address = `'../../../${FILE}'`;

/** The file name of the list next to the bundles that need it. */
export const placeListName = basename(FILE);

/** Makes the store look for the list of places next to the bundle. */
export const placeList: Plugin = {
  name: 'place-list',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]store[\\/]places\.ts$/ }, async ({ path }) => {
      if (path !== reader) return undefined;
      const source = await readFile(path, 'utf8');
      if (source.split(address).length !== 2) throw new Error(`${path} does not name ${address} once.`);
      return { contents: source.replace(address, `'./${placeListName}'`), loader: 'ts' };
    });
  },
};

/** Whether an operation needs the list: to write a job with places, or to return locations. */
export function needsPlaceList(id: OperationId): boolean {
  const { path, body } = rowOf(id);
  const fields = (body as { properties?: object } | undefined)?.properties ?? {};
  return path.startsWith('/locations') || 'locations' in fields;
}

/** Copies the list into the folder of a bundle. */
export const copyPlaceList = (folder: string): Promise<void> =>
  copyFile(join(root, FILE), join(folder, placeListName));
