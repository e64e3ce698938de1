import { relative } from 'node:path';
import { buildClient, CLIENT_DIST, packClient } from './build/client-package.ts';
import { root } from './build/functions.ts';

await buildClient();
const file = await packClient();
process.stdout.write(`The package is ${relative(root, file)}. To use it in a project of yours:
  npm install ${file}
To publish it, use npm in ${relative(root, CLIENT_DIST)}.
`);
