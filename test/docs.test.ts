import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { settings } from '../functions/config.ts';
import { newApiKey } from '../functions/domain/api-key.ts';
import { rateLimits } from '../functions/domain/rate-limit.ts';
import { indexes, keys } from '../functions/store/table.ts';
import type { Figures } from './bench/figures.ts';
import { costMarkdown } from './bench/tables.ts';
import { blocks, section, tableRows } from './setup/markdown.ts';

const root = join(import.meta.dirname, '..');
const names = [
  'README.md',
  ...(await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
];
const texts = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, await readFile(join(root, name), 'utf8')] as const)),
);

/** The text of a page of docs/. */
const page = (name: string) => texts[`docs/${name}.md`] ?? '';

describe.each(Object.entries(texts))('%s', (name, text) => {
  test('links to files that are there', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(root, dirname(name), link)))).toEqual([]);
  });

  test('names only scripts that the package has', async () => {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const named = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script]) => script);
    expect(named.filter((script) => !Object.hasOwn(scripts, String(script)))).toEqual([]);
  });
});

describe('docs/data-model.md', () => {
  test('lists every kind of item and every index of the table', () => {
    const rows = tableRows(page('data-model'));
    const items = [
      keys.employer(1),
      keys.apiKey('<sha256>'),
      keys.rateLimit('<sha256>'),
      keys.employerKey(1, '<key id>'),
      keys.job(1, 1),
      keys.reference(1, '<referenceId>'),
      keys.idempotency(1, '<sha256>'),
      keys.statusLeaf(1, 0),
      keys.numbers(1),
      keys.counter('JOB'),
      keys.location('kitsilano', 'BC'),
    ];
    expect(items).toHaveLength(Object.keys(keys).length);
    for (const { PK, SK } of items) {
      expect(rows).toContainEqual(
        expect.arrayContaining([PK, expect.stringMatching(`^${RegExp.escape(SK)}`)]),
      );
    }
    for (const [name, { partition, sort }] of Object.entries(indexes)) {
      expect(rows).toContainEqual(expect.arrayContaining([name, `${partition}, ${sort}`]));
    }
  });
});

describe('docs/reliability.md', () => {
  test('names a proof and the number of its trials for every promise', () => {
    const promises = tableRows(section(page('reliability'), 'What it promises'));
    expect(promises.length).toBeGreaterThan(15);
    for (const [promise, proof, trials] of promises) {
      expect([promise, proof]).toEqual([promise, expect.stringMatching(/\]\(\.\.\/test\/.+\.ts\)/)]);
      expect([promise, trials]).toEqual([promise, expect.stringMatching(/\d|every|each/)]);
    }
  });
});

describe('docs/costs.md', () => {
  test('shows the costs that the bench measured', async () => {
    const saved = await readFile(join(root, 'test/bench/figures/figures.json'), 'utf8');
    expect(page('costs')).toContain(costMarkdown(JSON.parse(saved) as Figures).trim());
  });
});

describe('docs/operations.md', () => {
  test('lists every setting with its default and meaning', () => {
    expect(tableRows(section(page('operations'), 'Configuration'))).toEqual(
      Object.entries(settings).map(([name, { fallback, meaning }]) => [
        name,
        fallback ?? '',
        meaning.replaceAll('`', ''),
      ]),
    );
  });

  test('lists the rate limit of every plan', () => {
    expect(tableRows(section(page('operations'), 'Rate limits'))).toEqual(
      Object.values(rateLimits).map(({ name, quota, windowSeconds }) => [
        name,
        String(quota),
        String(windowSeconds),
      ]),
    );
  });

  test('gives secret scanners a pattern that every key matches, and no other text of its length', () => {
    const [pattern = ''] = blocks(section(page('operations'), 'Employers and keys'), 're');
    const scanner = new RegExp(pattern.trim());
    for (let trial = 0; trial < 1_000; trial += 1) {
      expect(`API-Key: ${newApiKey().apiKey}\n`).toMatch(scanner);
    }
    expect(newApiKey().apiKey.replace('jps_', 'abc_')).not.toMatch(scanner);
    expect(newApiKey().apiKey.slice(0, -1)).not.toMatch(scanner);
  });
});
