import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { commandNames, documented, documentedScripts } from '../deployment/runbook.ts';
import { section, tableRows } from '../setup/markdown.ts';

test.each(commandNames)('docs/ contains the command “%s” that the rehearsal of a deployment runs', (name) => {
  expect(() => documented(name)).not.toThrow();
});

test('docs/ contains the scripts that restore a table, and one of them deploys the table', () => {
  const scripts = documentedScripts('alarms', 'Restore the table');
  expect(scripts.filter((script) => script.includes(documented('deployRestored')))).toHaveLength(1);
});

test('docs/ contains the time limits, in seconds, that a trial tests', () => {
  const page = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8');
  const limits = tableRows(section(page, 'Time limits')).map(([, seconds = '']) =>
    Number.parseFloat(seconds),
  );
  expect(limits.length).toBeGreaterThan(0);
  for (const limit of limits) expect(limit).toBeGreaterThan(0);
});
