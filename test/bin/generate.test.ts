import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'generate-'));
  for (const name of ['bin', 'functions', 'lib', 'pages', 'schemas', 'package.json']) {
    await cp(join(root, name), join(copy, name), {
      recursive: true,
      filter: (from) => !relative(root, from).includes('node_modules'),
    });
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
});

afterAll(() => rm(copy, { recursive: true }));

test("generate fails with the command that installs the client's missing packages", () => {
  const { status, stderr } = spawnSync(process.execPath, ['bin/generate.ts'], {
    cwd: copy,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    'schemas/client/node_modules/openapi-typescript/bin/cli.js is missing: run npm ci, which installs it.\n',
  ]);
});
