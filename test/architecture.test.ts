import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The layers of the project (the first that matches counts), and which others each may import. */
const rooms = [
  { name: 'client', files: /^schemas\/client\//, mayImport: ['client'] },
  { name: 'schemas', files: /^schemas\//, mayImport: ['schemas'] },
  { name: 'domain', files: /^functions\/domain\//, mayImport: ['domain', 'schemas'] },
  { name: 'http', files: /^functions\/http\//, mayImport: ['http', 'domain', 'pages', 'schemas', 'config'] },
  { name: 'table', files: /^functions\/store\/table\.ts$/, mayImport: ['schemas'] },
  { name: 'file names', files: /^functions\/files\/prefixes\.ts$/, mayImport: [] },
  { name: 'store', files: /^functions\/store\//, mayImport: ['store', 'table', 'domain', 'schemas'] },
  {
    name: 'files',
    files: /^functions\/files\//,
    mayImport: ['files', 'file names', 'domain', 'schemas'],
  },
  {
    name: 'feeds',
    files: /^functions\/feeds\//,
    mayImport: ['feeds', 'files', 'file names', 'domain', 'pages', 'schemas'],
  },
  { name: 'mail', files: /^functions\/mail\//, mayImport: ['mail', 'domain', 'schemas'] },
  { name: 'smoke', files: /^functions\/smoke\//, mayImport: ['smoke', 'client', 'schemas'] },
  { name: 'pages', files: /^pages\//, mayImport: ['pages', 'schemas', 'client'] },
  { name: 'config', files: /^functions\/wiring\/(?:config|setting)\.ts$/, mayImport: ['config'] },
  {
    name: 'wiring',
    files: /^functions\/wiring\//,
    mayImport: [
      'wiring',
      'http',
      'domain',
      'store',
      'files',
      'file names',
      'feeds',
      'mail',
      'smoke',
      'schemas',
      'config',
    ],
  },
  {
    name: 'handlers',
    files: /^functions\/[^/]+\.ts$/,
    mayImport: ['handlers', 'wiring', 'http', 'domain', 'store', 'feeds', 'mail', 'pages', 'schemas'],
  },
  { name: 'lib', files: /^lib\//, mayImport: ['lib', 'schemas', 'table', 'file names', 'config'] },
  {
    name: 'bin',
    files: /^bin\//,
    mayImport: [
      'bin',
      'client',
      'smoke',
      'lib',
      'handlers',
      'wiring',
      'http',
      'domain',
      'store',
      'table',
      'files',
      'mail',
      'pages',
      'schemas',
      'config',
    ],
  },
];

const roomOf = (file: string) => rooms.find(({ files }) => files.test(file));

const sources = ['bin', 'functions', 'lib', 'pages', 'schemas'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
    .map((file) => join(folder, file)),
);

const importsOf = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(
    ([, path = '']) => relative(root, normalize(join(root, dirname(file), path))),
  );

describe('the architecture', () => {
  test.each(sources)('has a layer for %s, which imports only from allowed layers', (file) => {
    const room = roomOf(file);
    expect(room).toBeDefined();
    const strayed = importsOf(file)
      .filter((path) => path.endsWith('.ts'))
      .filter((path) => !room?.mayImport.includes(roomOf(path)?.name ?? 'no room'));
    expect(strayed).toEqual([]);
  });

  test('reads environment variables in only one file', () => {
    const readers = sources.filter((file) =>
      /process\.env(?!\[?\.?\w*'?\]? (?:\?\?)?=[^=])/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(readers).toEqual(['functions/platform/setting.ts']);
  });

  test('keeps every handler short and without catch', () => {
    const handlers = sources.filter((file) => roomOf(file)?.name === 'handlers');
    expect(handlers.length).toBeGreaterThan(0);
    const faulty = handlers.filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return text.trimEnd().split('\n').length > 30 || /\bcatch\b/.test(text);
    });
    expect(faulty).toEqual([]);
  });

  test('has no file or folder named utils, helpers, common or misc', () => {
    expect(sources.filter((file) => /(?:^|\/)(?:utils?|helpers?|common|misc)(?:\/|\.)/.test(file))).toEqual(
      [],
    );
  });
});
