import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { scriptRunner } from '../setup/documented-scripts.ts';
import { codeBlocks, section } from '../setup/markdown.ts';
import { sharedService } from '../setup/shared-service.ts';

const service = sharedService();
const { folder, output, failure } = await scriptRunner(service.origin);
const running = await readFile(join(import.meta.dirname, '../../docs/running.md'), 'utf8');
const documentation = section(running, 'Import jobs');
const [table = ''] = codeBlocks(documentation, 'csv');
const [program = ''] = codeBlocks(documentation, 'js');
const importing = program.replace('dryRun: true', 'dryRun: false');

let acme: Awaited<ReturnType<typeof service.newEmployer>>;
beforeEach(async () => {
  acme = await service.newEmployer();
});

/** Runs a program on a file, and returns the report that it prints. */
async function report(file: string, code = importing) {
  await writeFile(join(folder, 'jobs.csv'), file);
  return JSON.parse(await output('js', code, acme.apiKey));
}

const jobs = async () => (await acme.get('/jobs?pageSize=10')).body.data;

describe('the documented program that imports jobs', () => {
  test('has at most 20 lines', () => {
    expect(program.trim().split('\n').length).toBeLessThanOrEqual(20);
  });

  test('reports what it would do as written, and does it without dryRun, once', async () => {
    expect(await report(table, program)).toMatchObject({ created: 2, failed: 0 });
    expect(await jobs()).toEqual([]);
    expect(await report(table)).toMatchObject({ created: 2, failed: 0 });
    expect(await report(table)).toMatchObject({ created: 0, unchanged: 2, failed: 0 });
    const [cook, baker] = await jobs();
    expect([baker, cook]).toMatchObject([
      { referenceId: 'A-1', title: 'Baker', status: 'active', locations: [{ description: 'Winnipeg, MB' }] },
      { referenceId: 'A-2', locations: [{ description: 'Calgary, AB' }, { description: 'Ottawa, ON' }] },
    ]);
  });

  test('reads quotes, line breaks in cells, CRLF, blank lines and a byte order mark', async () => {
    const file = table
      .replace('Baker', '"Baker ""Bread"""')
      .replace('<p>Soup.</p>', '"<p>Soup,\n\nand more.</p>"')
      .replaceAll(/\n(?=A)/g, '\r\n\r\n');
    expect(await report(`\uFEFF${file}`)).toMatchObject({ created: 2, failed: 0 });
    expect((await jobs()).map(({ title }: { title: string }) => title)).toEqual(['Cook', 'Baker "Bread"']);
  });

  test('reports a refused job with its place and its problem, and sends the others', async () => {
    const { created, failed, items } = await report(table.replace('Baker', ''));
    expect([created, failed]).toEqual([1, 1]);
    expect(items).toContainEqual(
      expect.objectContaining({ index: 0, problem: expect.objectContaining({ code: 'validation_failed' }) }),
    );
  });

  test.each([
    ['a quote that does not end', table.replace('"Winnipeg, MB"', '"Winnipeg'), 2],
    ['text beside a quoted cell', table.replace('"Winnipeg, MB"', '"Winnipeg" MB'), 2],
  ])('names the row of %s and sends nothing', async (_, file, row) => {
    await writeFile(join(folder, 'jobs.csv'), file);
    const { stderr } = await failure('js', importing, acme.apiKey);
    expect(stderr).toContain(`Row ${row} is not CSV.`);
    expect(await jobs()).toEqual([]);
  });
});
