import { relative } from 'node:path';
import { buildClient, CLIENT_DIST } from './build/client-package.ts';
import { root } from './build/functions.ts';

await buildClient();
process.stdout.write(`The package is in ${relative(root, CLIENT_DIST)}; publish it from there with npm.\n`);
