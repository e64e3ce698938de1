import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { placeFile } from '../../functions/reference/store/place-file.ts';
import type { OperationId } from '../../schemas/operations.ts';
import { rowOf } from './functions.ts';

const file = fileURLToPath(placeFile);

/** The file name of the list next to the bundles that need it. */
export const placeListName = basename(file);

/** Makes the store look for the list of places next to the bundle. */
export const placeList: Plugin = {
  name: 'place-list',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]store[\\/]place-file\.ts$/ }, () => ({
      contents: `export const placeFile = new URL('./${placeListName}', import.meta.url);`,
    }));
  },
};

/** Whether an operation needs the list: to write a job with places, or to return locations. */
export function needsPlaceList(id: OperationId): boolean {
  const { path, body } = rowOf(id);
  const fields = (body as { properties?: object } | undefined)?.properties ?? {};
  return path.startsWith('/locations') || 'locations' in fields;
}

/** Copies the list into the folder of a bundle. */
export const copyPlaceList = (folder: string): Promise<void> => copyFile(file, join(folder, placeListName));
