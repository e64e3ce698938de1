import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildBundles, DIST } from './build/bundles.ts';
import { root } from './build/functions.ts';
import { reportOf } from './build/report.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });

const bundles = await buildBundles();

process.stdout.write(
  values.json
    ? `${JSON.stringify(bundles, undefined, 2)}\n`
    : `${reportOf(bundles)}\nThe bundles are in ${relative(root, DIST)}/<function>/index.mjs.\n`,
);
