import { readdirSync, readFileSync } from 'node:fs';

/** The body of a request that creates a job from an advertisement. */
export type Advertisement = Record<string, unknown> & {
  title: string;
  description: string;
  locations: unknown[];
  categories: unknown[];
};

const folder = new URL('../fixtures/advertisements/', import.meta.url);

/** The advertisements of test/fixtures/advertisements, by the name of their file. */
export const advertisements: readonly (readonly [string, Advertisement])[] = readdirSync(folder)
  .toSorted()
  .map((file) => [
    file.replace('.json', ''),
    JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Advertisement,
  ]);
