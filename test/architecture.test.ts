import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { functions } from '../bin/build/functions.ts';
import { moduleOf } from '../bin/modules.ts';
import { backgroundFunctions, functionNameOf } from '../lib/function-table.ts';
import { partitions } from '../lib/partitions.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The top-level folders ("rooms"), and the rooms that each may import. Those of `functions/` form layers: each imports
 * only lower ones.
 */
const rooms = {
  client: '',
  schemas: '',
  pages: 'client schemas',
  platform: 'schemas',
  validation: 'platform schemas',
  idempotency: 'validation platform schemas',
  markup: 'validation platform schemas',
  mail: 'validation platform pages schemas',
  http: 'idempotency validation platform pages schemas',
  accounts: 'markup http idempotency validation platform schemas',
  reference: 'http accounts validation platform schemas',
  jobs: 'reference markup http accounts idempotency validation platform schemas',
  postings: 'jobs reference markup http accounts validation platform pages schemas',
  applications: 'postings jobs mail http accounts idempotency validation platform pages schemas',
  events: 'applications jobs http accounts validation platform schemas',
  reports: 'applications postings mail jobs reference http accounts validation platform pages schemas',
  webhooks: 'reports events mail jobs http accounts validation platform pages schemas',
  partners: 'webhooks events jobs http accounts validation platform schemas',
  canary: 'accounts validation platform client schemas',
  documentation: 'http validation platform pages schemas',
  lib: 'platform schemas',
  bin: 'partners mail events webhooks reports applications canary jobs reference http accounts validation platform lib pages client schemas',
} as const;

type Room = keyof typeof rooms;

const importable = (room: Room) => rooms[room].split(' ').filter(Boolean) as Room[];

const keyFile = /^functions\/\w+\/keys\.ts$/;

/** The room of a file: its folder below `functions/`. The client belongs to the schemas. */
function roomOf(file: string): Room | undefined {
  const [top = '', next = ''] = file.split('/');
  const room = top === 'functions' ? next : file.startsWith('schemas/client/') ? 'client' : top;
  return Object.hasOwn(rooms, room) ? (room as Room) : undefined;
}

/**
 * Parts that import little, so that they can be read in isolation: rules import only rules, and storage imports no
 * HTTP.
 */
const parts = [
  {
    name: 'rules',
    files:
      /^functions\/(?:markup|\w+\/domain|applications\/intake\/resumes|profile\/images)\/|^functions\/applications\/application\/application(?:-id)?\.|^functions\/mail\/(?:mailer|ses-event)\.|^functions\/platform\/(?:errors|cache|text|concurrency|dynamodb\/last-write|time\/calendar|crypto\/(?!signing-key))|^functions\/validation\/(?!violations)/,
    mayImport: ['rules', 'concepts', 'schemas'],
  },
  {
    name: 'storage',
    files:
      /^functions\/(?:platform\/(?:dynamodb|crypto)|idempotency|\w+\/store|applications\/application)\/|^functions\/mail\/mail-queue\.|^functions\/\w+\/keys\./,
    mayImport: ['rules', 'storage', 'concepts', 'schemas'],
  },
  // Rooms whose folders are concepts instead of layers.
  { name: 'concepts', files: /^functions\/(?:jobs|postings)\/\w+\// },
  { name: 'schemas', files: /^schemas\/(?!client)/, mayImport: ['schemas'] },
];

const partOf = (file: string) => parts.find(({ files }) => files.test(file));

const sources = ['bin', 'functions', 'lib', 'pages', 'schemas'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
    .map((file) => join(folder, file)),
);

const importsOf = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(
    ([, path = '']) => relative(root, normalize(join(root, dirname(file), path))),
  );

const strayed = (file: string, mayImport: (path: string) => boolean) =>
  importsOf(file).filter((path) => path.endsWith('.ts') && !mayImport(path));

const backgroundNames = new Set(Object.keys(backgroundFunctions).map(functionNameOf));

/** The files of all route handlers. Background functions are excluded, because each contains its whole run. */
const handlers = functions
  .filter((name) => !backgroundNames.has(name))
  .map((name) => relative(root, moduleOf(name)));

describe('the architecture', () => {
  test.each(sources)('allows %s to import only from its own and lower folders', (file) => {
    const room = roomOf(file);
    expect(room).toBeDefined();
    const allowed: readonly (Room | undefined)[] = room ? [room, ...importable(room)] : [];
    // Permissions name the partitions of all rooms.
    const isAllowed = (path: string) =>
      allowed.includes(roomOf(path)) || (keyFile.test(path) && room === 'lib');
    expect(strayed(file, isAllowed)).toEqual([]);
  });

  test.each(sources.filter((file) => partOf(file)?.mayImport))(
    'allows %s to import only from the listed parts',
    (file) => {
      const allowed = partOf(file)?.mayImport;
      expect(strayed(file, (path) => allowed?.includes(partOf(path)?.name ?? 'none') === true)).toEqual([]);
    },
  );

  test('allows each folder of functions/ to depend only on folders listed before it', () => {
    const names = Object.keys(rooms) as Room[];
    for (const [index, name] of names.entries())
      expect(names.slice(0, index)).toEqual(expect.arrayContaining(importable(name)));
  });

  test('matches the diagram in the README, which draws each folder above its dependencies', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const [, picture = ''] = /^The rooms of `functions\/`.*?```\n(.*?)```/ms.exec(readme) ?? [];
    const lines = picture.split('\n').map((line): string[] => line.match(/[a-z]+/g) ?? []);
    const lineOf = (room: string) => lines.findIndex((names) => names.includes(room));
    expect(lines.flat().toSorted()).toEqual(readdirSync(join(root, 'functions')).toSorted());
    for (const room of lines.flat() as Room[]) {
      const below = importable(room).filter((other) => lineOf(other) >= 0);
      expect([room, below.filter((other) => lineOf(other) <= lineOf(room))]).toEqual([room, []]);
    }
  });

  test('gives each kind of partition a prefix, and no prefix begins with that of another kind, but for rate limits', () => {
    const prefixes = Object.values(partitions);
    const pairs = prefixes.flatMap((prefix) =>
      prefixes
        .filter((other) => other !== prefix && other.startsWith(prefix))
        .map((other) => [prefix, other]),
    );
    // Version 1.2 has only the prefix of keys in its roles.
    expect(pairs).toEqual([[partitions.apiKeys, partitions.rateLimits]]);
    expect(new Set(prefixes).size).toBe(prefixes.length);
  });

  test('reads environment variables in only one file', () => {
    const readers = sources.filter((file) =>
      /process\.env(?!\[?\.?\w*'?\]? (?:\?\?)?=[^=])/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(readers).toEqual(['functions/platform/config.ts']);
  });

  test('allows a route handler at most 35 lines and no catch', () => {
    expect(handlers.length).toBeGreaterThan(0);
    const faulty = handlers.filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return text.trimEnd().split('\n').length > 35 || /\bcatch\b/.test(text);
    });
    expect(faulty).toEqual([]);
  });

  test('has no file or folder named utils, helpers, common or misc', () => {
    expect(sources.filter((file) => /(?:^|\/)(?:utils?|helpers?|common|misc)(?:\/|\.)/.test(file))).toEqual(
      [],
    );
  });
});
