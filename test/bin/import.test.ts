import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { columns } from '../../bin/admin/import/columns.ts';
import { connectionOf } from '../../bin/admin/connection.ts';
import { runAdmin } from '../setup/admin.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { aFullJob, aJob } from '../setup/a-job.ts';
import { codeBlocks, section } from '../setup/markdown.ts';
import { sharedService } from '../setup/shared-service.ts';

const service = sharedService();
let folder: string;
const table = createDocumentClient();
const running = await readFile(path.join(import.meta.dirname, '../../docs/running.md'), 'utf8');
const documentation = section(running, 'Import jobs');

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'import-'));
});

afterAll(async () => {
  table.destroy();
  await rm(folder, { recursive: true });
});

const tableName = process.env['TABLE_NAME'] ?? '';
const connection = connectionOf(table, tableName, true, `${service.origin}${BASE_PATH}`);

const admin = (line: string) => runAdmin(connection, line);

let files = 0;

/** Writes a new file with this content, and returns its path. */
async function fileOf(extension: 'csv' | 'jsonl', content: string | Uint8Array) {
  const file = path.join(folder, `${(files += 1)}.${extension}`);
  await writeFile(file, content);
  return file;
}

/** Imports a file for an employer. Returns the output and the exit code. */
async function imported(employer: { id: number }, file: string, options = '') {
  const { exitCode, printed, stderr } = await admin(`import ${file} --employer ${employer.id} ${options}`);
  expect(stderr).toBe('');
  return { exitCode, ...printed };
}

const jobOf = (referenceId: string, fields: object = {}) => aJob({ referenceId, ...fields });

describe('an import of JSON lines', () => {
  test('creates and updates jobs, and refuses invalid lines with their line numbers', async () => {
    const { employer, get, post } = await service.newEmployer();
    await post('/jobs', jobOf('REQ-1'));
    await post('/jobs', jobOf('REQ-2'));
    const content = [
      `\uFEFF${JSON.stringify(jobOf('REQ-1'))}\r`,
      JSON.stringify(jobOf('REQ-2', { title: 'Cook' })),
      '',
      '{"referenceId":',
      JSON.stringify(jobOf('REQ-3', { title: '', salary: 'much' })),
      '[]',
      JSON.stringify(jobOf('REQ-4', { description: '<p>Bake</p><img src="a.png">' })),
      JSON.stringify(jobOf('REQ-1', { title: 'Baker' })),
    ].join('\n');
    const printed = await imported(employer, await fileOf('jsonl', content));
    expect(printed).toMatchObject({ exitCode: 1, dryRun: false, created: 1, updated: 1, unchanged: 1 });
    expect(printed.refused).toEqual([
      { line: 4, message: expect.stringMatching(/^The line is not JSON: /) },
      {
        line: 5,
        referenceId: 'REQ-3',
        message: expect.stringMatching(/^title /),
        errors: expect.arrayContaining([expect.objectContaining({ pointer: '/salary' })]),
      },
      { line: 6, message: 'A job must be an object.' },
      { line: 8, referenceId: 'REQ-1', message: expect.stringMatching(/^An earlier job/) },
    ]);
    expect(printed.warnings).toEqual([
      expect.objectContaining({ line: 7, referenceId: 'REQ-4', code: 'markup_removed', removed: 'img' }),
    ]);
    expect((await get('/jobs')).body.paging.total).toBe(3);
  });

  test('exits with 0 when no line is refused, and changes no job when it is repeated', async () => {
    const { employer } = await service.newEmployer();
    const file = await fileOf('jsonl', `${JSON.stringify(jobOf('REQ-1'))}\n`);
    const nothing = { dryRun: false, created: 0, updated: 0, unchanged: 0, refused: [], warnings: [] };
    expect(await imported(employer, file)).toEqual({ ...nothing, exitCode: 0, created: 1 });
    expect(await imported(employer, file)).toEqual({ ...nothing, exitCode: 0, unchanged: 1 });
  });

  test('writes nothing with --dry-run, and prints how many jobs it would create and update', async () => {
    const { employer, get, post } = await service.newEmployer();
    await post('/jobs', jobOf('REQ-1'));
    const before = (await get('/jobs')).text;
    const jobs = [jobOf('REQ-1', { title: 'Cook' }), jobOf('REQ-2'), jobOf('REQ-3', { title: '' })];
    const file = await fileOf('jsonl', jobs.map((each) => JSON.stringify(each)).join('\n'));
    expect(await imported(employer, file, '--dry-run')).toMatchObject({
      exitCode: 1,
      dryRun: true,
      created: 1,
      updated: 1,
      refused: [{ line: 3, referenceId: 'REQ-3' }],
    });
    expect((await get('/jobs')).text).toBe(before);
  });

  test('issues a temporary API key, and revokes the key at the end', async () => {
    const { employer } = await service.newEmployer();
    await imported(employer, await fileOf('jsonl', JSON.stringify(jobOf('REQ-1'))));
    const { stdout } = await admin(`key list --employer ${employer.id}`);
    const { keys } = JSON.parse(stdout) as { keys: { label: string | null; revokedAt: string | null }[] };
    expect(keys.map(({ label, revokedAt }) => [label, revokedAt !== null])).toEqual([
      [null, false],
      ['import', true],
    ]);
  });
});

const csv = (...rows: string[][]) =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');

/** The cells of a value by their columns; entries of a list are separated by semicolons. */
function cellsOf(value: unknown, column = ''): Record<string, string> {
  if (typeof value !== 'object' || value === null) return { [column]: String(value) };
  if (!Array.isArray(value)) {
    const inner = Object.entries(value).map(([name, each]) =>
      cellsOf(each, `${column}${column && '.'}${name}`),
    );
    return Object.assign({}, ...inner) as Record<string, string>;
  }
  const entries = value.map((each) => cellsOf(each, column));
  return Object.fromEntries(
    Object.keys(entries[0] ?? {}).map((name) => [name, entries.map((entry) => entry[name]).join('; ')]),
  );
}

describe('an import of CSV', () => {
  test.each([
    [{ min: 35, max: 40 }, ['hoursPerWeek']],
    [37.5, ['hoursPerWeek.min', 'hoursPerWeek.max']],
  ])('has a column for every field that a client can set: hours %j', async (hoursPerWeek, others) => {
    const { employer, get } = await service.newEmployer();
    const description = '<p>Build a\n<strong>"service"</strong>.</p>';
    const frenchBenefits = ['Soins dentaires', 'Régime; de retraite'];
    const fr = { title: 'Chef', description: '<p>Construire.</p>', benefits: frenchBenefits };
    const written = aFullJob({ description, hoursPerWeek, translations: { fr } });
    const { questions, ...simple } = written;
    const cells: Record<string, string> = {
      ...cellsOf(simple),
      ...Object.fromEntries(
        ['title', 'description', 'benefits', 'questions'].map((name) => [`translations.en.${name}`, '']),
      ),
      'translations.fr.benefits': JSON.stringify(frenchBenefits),
      'translations.fr.questions': '',
      questions: JSON.stringify(questions),
      confidential: 'TRUE',
      'salary.currency': 'CAD',
    };
    const names = [...columns.keys()].filter((name) => !others.includes(name));
    expect(names.toSorted()).toEqual(Object.keys(cells).toSorted());
    const file = await fileOf(
      'csv',
      `\uFEFF${csv(
        names,
        names.map((name) => cells[name] ?? ''),
      )}\r\n`,
    );
    expect(await imported(employer, file)).toMatchObject({ exitCode: 0, created: 1 });
    const list = (await get('/jobs')).body.data;
    const other = await service.newEmployer();
    const posted = (await other.post('/jobs', written)).body;
    const { body: job } = await get(`/jobs/${list[0].id}`);
    const { id, employer: ofJob, postingUrl, createdAt, updatedAt } = job;
    expect(job).toEqual({ ...posted, id, employer: ofJob, postingUrl, createdAt, updatedAt });
  });

  test('clears a field whose cell is empty, and does not change a field whose column is missing', async () => {
    const { employer, get, post } = await service.newEmployer();
    const { id } = (await post('/jobs', aFullJob({ referenceId: 'REQ-1' }))).body;
    const names = ['referenceId', 'salary.amount', 'salary.period.id', 'salary.currency', 'applicationEmail'];
    const file = await fileOf('csv', csv(names, ['REQ-1', '', '', '', '']));
    expect(await imported(employer, file)).toMatchObject({ exitCode: 0, updated: 1 });
    const { body: job } = await get(`/jobs/${id}`);
    expect(job).toMatchObject({ salary: null, applicationEmail: null, applicationUrl: expect.any(String) });
    expect(job.categories).toHaveLength(2);
  });

  test('refuses invalid rows with their line numbers, and continues', async () => {
    const { employer, get } = await service.newEmployer();
    const rest = '"Vancouver, BC",23,1,1,jobs@example.com';
    const content = [
      'referenceId,title,description,locations.description,categories.id,positionType.id,applicantRoutingType.id,applicationEmail',
      `REQ-1,Baker,"Two\nlines",${rest}`,
      'REQ-2,too,few',
      `REQ-3,Baker,Bread,${rest},too many`,
      '',
      `REQ-4,Ba"ker,Bread,${rest}`,
      `REQ-5,Baker,Bread,"Vancouver, BC",x,1,1,jobs@example.com`,
      `REQ-6,Baker,Bread,${rest}`,
      `REQ-7,,Bread,,23,,1,jobs@example.com`,
      `,Baker,Bread,${rest}`,
    ].join('\n');
    const printed = await imported(employer, await fileOf('csv', content));
    expect(printed).toMatchObject({ exitCode: 1, created: 2 });
    const refused = printed.refused as {
      line: number;
      referenceId?: string;
      errors?: { pointer: string }[];
    }[];
    expect(refused.map(({ line, referenceId, errors }) => [line, referenceId, errors?.[0]?.pointer])).toEqual(
      [
        [4, undefined, undefined],
        [5, undefined, undefined],
        [7, undefined, undefined],
        [8, 'REQ-5', '/categories/0/id'],
        [10, 'REQ-7', '/title'],
        [11, undefined, '/referenceId'],
      ],
    );
    expect((await get('/jobs')).body.paging.total).toBe(2);
  });

  test.each([
    ['referenceId,titel', 'Unknown columns: titel. There are: referenceId, title, '],
    ['referenceId,title,title', 'Repeated columns: title.'],
    ['referenceId,hoursPerWeek.min,hoursPerWeek', 'The column hoursPerWeek excludes hoursPerWeek.min.'],
    ['title,status', 'The first row must name the column referenceId.'],
  ])('sends no request when the first row is %s', async (header, sentence) => {
    const { employer, get } = await service.newEmployer();
    const file = await fileOf('csv', `${header}\nREQ-1,Baker,Baker\n`);
    const { exitCode, stdout, stderr } = await admin(`import ${file} --employer ${employer.id}`);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(sentence);
    expect((await get('/jobs')).body.paging.total).toBe(0);
  });

  test('creates the jobs of the example file in the documentation', async () => {
    const { employer } = await service.newEmployer();
    const [content = ''] = codeBlocks(documentation, 'csv');
    const printed = await imported(employer, await fileOf('csv', content));
    expect(printed).toMatchObject({ exitCode: 0, created: 2, refused: [], warnings: [] });
  });

  test('has all columns listed in the help', async () => {
    const { stdout } = await admin('import --help');
    const helpColumns = [
      ...stdout.matchAll(/^ {2}([a-zA-Z.]+)(?: \((?:several values|in JSON).*\))?$/gm),
    ].map(([, name]) => name);
    expect(helpColumns).toEqual([...columns.keys()]);
  });
});

describe('an import file without a job', () => {
  test.each([
    ['jsonl', '\uFEFF\n \r\n\n'],
    ['csv', '\uFEFF\r\n\r\n'],
    ['csv', 'referenceId,title'],
    ['csv', 'referenceId,title\n\n\n'],
  ] as const)(
    'is refused with one sentence, before an API key is issued: .%s %j',
    async (extension, content) => {
      const { employer } = await service.newEmployer();
      const file = await fileOf(extension, content);
      const { exitCode, stdout, stderr } = await admin(`import ${file} --employer ${employer.id}`);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
      expect(stderr).toBe(
        `${file} has no jobs. A .jsonl file has one on each line, a .csv file in each row after the names of the columns.\n`,
      );
      const keys = (await admin(`key list --employer ${employer.id}`)).printed.keys;
      expect(keys).toHaveLength(1);
    },
  );
});

/** The exit code, and the first line of the error output. */
const sentenceOf = async (args: string) => {
  const { exitCode, stdout, stderr } = await admin(`import ${args}`);
  expect(stdout).toBe('');
  return `${exitCode}: ${stderr.split('\n')[0]}`;
};

describe('import prints one sentence and fails', () => {
  test.each([
    ['jobs.xlsx', /^2: .*must be the name of a file that ends in \.jsonl or \.csv/],
    ['jobs.csv --url example.com', /^2: .*must be a URL such as /],
    ['/nowhere/jobs.csv', /^1: \/nowhere\/jobs\.csv cannot be read: /],
  ])('for an invalid file or URL: %j', async (args, sentence) => {
    const { employer } = await service.newEmployer();
    expect(await sentenceOf(`${args} --employer ${employer.id}`)).toMatch(sentence);
  });

  test('for a missing or unknown employer', async () => {
    expect(await sentenceOf('jobs.csv')).toMatch(/^2: .*--employer/);
    expect(await sentenceOf('jobs.csv --employer 999999')).toMatch(/^1: There is no employer 999999/);
  });

  test('for a file that is not in UTF-8', async () => {
    const { employer } = await service.newEmployer();
    const file = await fileOf('csv', Buffer.from('referenceId,title\nREQ-1,D\xE9veloppeur\n', 'latin1'));
    expect(await sentenceOf(`${file} --employer ${employer.id}`)).toMatch(/^1: .* is not in UTF-8\.$/);
  });

  test('when a service in AWS is named by neither --stage nor --url', async () => {
    const { employer } = await service.newEmployer();
    const file = await fileOf('jsonl', '');
    const line = `import ${file} --employer ${employer.id}`;
    const { exitCode, stderr } = await runAdmin(connectionOf(table, tableName, false), line);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^Specify --stage, or --url: /)]);
  });

  test('when the service uses another table', async () => {
    const { employer } = await service.newEmployer();
    const file = await fileOf('jsonl', '{}');
    const url = `${service.origin}/elsewhere`;
    expect(await sentenceOf(`${file} --employer ${employer.id} --url ${url}`)).toMatch(/^1: /);
  });
});
