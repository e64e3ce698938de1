import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { clientSources } from '../../bin/build/client-sources.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { chaptersToRun } from '../setup/guide.ts';
import { codeBlocks } from '../setup/markdown.ts';
import { projectWithClient } from '../setup/packed-client.ts';
import { tableStream } from '../setup/table-stream.ts';
import { ownTable } from '../setup/own-table.ts';
import { startService } from '../setup/service.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const readme = await readFile(join(root, 'schemas/client/README.md'), 'utf8');

// The log is stopped before its table is deleted.
afterAll(async () => {
  await log.stop();
  await project.remove();
});

await ownTable();
const service = await startService();
const log = (await tableStream()).follow();
let project: Awaited<ReturnType<typeof projectWithClient>>;

beforeAll(async () => {
  project = await projectWithClient();
});

/** Runs a program in the project against the service, with the key of a new employer. */
async function output(program: string): Promise<string> {
  const { apiKey } = await service.newEmployer();
  const here = program
    .replaceAll(`http://localhost:3000${BASE_PATH}`, `${service.origin}${BASE_PATH}`)
    .replaceAll('jps_…', apiKey);
  const file = join(project.folder, 'program.js');
  await writeFile(file, here);
  const { stdout } = await run(process.execPath, [file], { cwd: project.folder });
  return stdout;
}

/** The compiler's output for programs in the project, which may use only the browser's APIs. */
async function complaints(compiler: string, programs: Record<string, string>): Promise<string> {
  const files = Object.keys(programs).map((name) => join(project.folder, `${name}.ts`));
  for (const [index, program] of Object.values(programs).entries()) await writeFile(files[index]!, program);
  // Skips the check of TypeScript's own types.
  const flags = '--strict --noEmit --skipDefaultLibCheck --module nodenext --target es2022'.split(' ');
  const tsc = join(root, compiler, 'bin/tsc');
  return run(process.execPath, [tsc, ...flags, ...files], { cwd: project.folder }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

describe('the sources of the client', () => {
  test('match the current operations and shapes (otherwise: npm run generate)', async () => {
    for (const [name, text] of Object.entries(await clientSources())) {
      expect([name, await readFile(join(root, 'schemas/client', name), 'utf8')]).toEqual([name, text]);
    }
  });
});

/** A program with correct code, and with wrong code that must cause a type error. */
const typed = `
import {
  createClient, PositionType, ProblemError,
  type JobRecord, type JobUpsert, type Location, type PublicJob, type Result,
} from 'job-posting-client';
const client = createClient({
  url: 'https://jobs.example.com/api/v1.1', apiKey: 'jps_key', timeout: 1000,
  onRetry: ({ attempt, wait, error }) => [attempt satisfies number, wait satisfies number, error.url],
});
const job: Result<JobRecord> = await client.jobs.get(1);
const record: JobRecord = job;
job.lastResponse.created satisfies boolean;
const fresh = await client.jobs.get(1, { ifNoneMatch: '"1"' });
if (fresh !== undefined) record.title satisfies typeof fresh.title;
(await client.jobs.delete(1)) satisfies undefined;
(await client.applications.getResume('a1')).url satisfies string;
(await client.employer.setLogo(new Uint8Array(), 'image/png')).logo satisfies string | null;
// @ts-expect-error -- no such media type
await client.employer.setLogo(new Uint8Array(), 'image/gif');
for await (const { status } of client.jobs.listAll({ status: 'active' })) {
  status satisfies 'active' | 'archived' | 'draft';
}
for await (const place of client.locations.listAll({ q: 'mont' })) place satisfies Location;
for await (const posting of client.publicJobs.listAll({ employer: 1 })) posting satisfies PublicJob;
for await (const { email } of client.jobs.listAllApplications(1)) email satisfies string;
PositionType.FullTime satisfies 1;
const type: PositionType = { id: PositionType.FullTime, name: 'Full Time' };
declare const fromDatabase: number;
await client.jobs.update(1, { positionType: type, categories: [{ id: fromDatabase }] });
await client.jobs.upsert({ referenceId: 'REQ-1' }, { ifNoneMatch: '*' });
// @ts-expect-error -- the job may be missing
fresh.title;
// @ts-expect-error -- no id
await client.jobs.get();
// @ts-expect-error -- no such option
await client.jobs.get(1, { verbose: true });
// @ts-expect-error -- a refresh has no version to match
await client.jobs.refresh(1, { ifMatch: '"1"' });
// @ts-expect-error -- an upsert knows '*' alone
await client.jobs.upsert({ referenceId: 'REQ-1' }, { ifNoneMatch: '"1"' });
// @ts-expect-error -- no such status
await client.jobs.list({ status: 'deleted' });
// @ts-expect-error -- a list of all has no page
client.jobs.listAll({ page: 2 });
// @ts-expect-error -- no title
await client.jobs.create({ locations: [] });
// @ts-expect-error -- no such field
await client.jobs.update(1, { titel: 'Baker' });
// @ts-expect-error -- no employer
await client.publicJobs.list();
// @ts-expect-error -- no such name
PositionType.Fulltime;
declare const error: ProblemError;
// @ts-expect-error -- no such code
if (error.code === 'job_missing') throw new Error();
const { items } = await client.jobs.sync([{ referenceId: 'REQ-1', status: 'archived' }], {
  onProgress: ({ created }) => created satisfies number,
});
items[0]?.outcome satisfies 'created' | 'updated' | 'unchanged' | 'archived' | 'failed' | undefined;
items[0]?.problem?.message satisfies string | undefined;
declare const rows: AsyncIterable<JobUpsert>;
await client.jobs.sync(rows, { dryRun: true, archiveMissing: true, maxArchived: 0.1 });
// @ts-expect-error -- no referenceId
await client.jobs.sync([{ title: 'Baker' }]);
// @ts-expect-error -- no such option
await client.jobs.sync([], { deleteMissing: true });
// @ts-expect-error -- no such method
await client.jobs.overrideMethod(1);
`;

/** The code of the guide's chapter, with the few Node types that the code needs. */
const chapter = `declare const process: { env: Record<string, string | undefined> };
${codeBlocks(chaptersToRun().find(({ id }) => id === 'clients')?.text ?? '', 'ts').join('\n')}`;

describe('the package of the client', () => {
  const examples = codeBlocks(readme, 'js').join('\n');

  test('is built and installed by the commands of its README', async () => {
    const [make = '', install = ''] = codeBlocks(readme, 'sh');
    expect(make).toBe('npm run build:client\n');
    const place = join(project.folder, 'own-project');
    await mkdir(place);
    await writeFile(join(place, 'package.json'), '{ "type": "module" }');
    const command = install.replace('../job-posting-service/dist', project.folder).trim();
    await run('sh', ['-c', `${command} --offline --no-audit --no-fund`], { cwd: place });
    const program = "console.log(typeof (await import('job-posting-client')).createClient)";
    const { stdout } = await run(process.execPath, ['--eval', program], { cwd: place });
    expect(stdout).toBe('function\n');
  });

  test('runs every example of its README on Node', async () => {
    const lines = (await output(examples)).trim().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^\d+ Software Developer true$/),
      expect.stringMatching(/^201 http:\S+\/jobs\/\d+$/),
      'markup_removed /description',
      expect.stringMatching(/^\d+ Software Developer$/),
      expect.stringMatching(/^.*, \w\w \d+$/),
      '1 job.created REQ-2041',
      '2 0 0 1 1',
      expect.stringMatching(/^2 REQ-2 title must be /),
      expect.stringMatching(/^PUT \/api\/v1\.1\/jobs\/\d+ 400 validation_failed \S+$/),
      expect.stringMatching(/^\/locations\/0\/description .*Did you mean: Calgary, AB\?/),
      'Software Developer (remote)',
    ]);
  });

  // Most projects use TypeScript 5; this one uses 7.
  test.each(['node_modules/typescript', 'schemas/client/node_modules/typescript'])(
    'has types that accept the code of the README and the guide, and reject wrong code: %s',
    async (compiler) => {
      expect(await complaints(compiler, { readme: examples, chapter, typed })).toBe('');
    },
  );
});
