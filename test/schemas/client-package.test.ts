import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { CLIENT_DIST } from '../../bin/build/client-package.ts';
import { clientSources } from '../../bin/build/client-sources.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { blocks } from '../setup/markdown.ts';
import { projectWithClient } from '../setup/packed-client.ts';
import { startService } from '../setup/service.ts';

jest.setTimeout(90_000);

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const readme = await readFile(join(root, 'schemas/client/README.md'), 'utf8');

let service: Awaited<ReturnType<typeof startService>>;
let project: Awaited<ReturnType<typeof projectWithClient>>;

beforeAll(async () => {
  service = await startService();
  project = await projectWithClient();
});

afterAll(async () => {
  await service.close();
  await project.remove();
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

/** The compiler's output for a program in the project, which only knows the browser's APIs. */
async function complaints(compiler: string, program: string): Promise<string> {
  const file = join(project.folder, 'program.ts');
  await writeFile(file, program);
  const flags = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022'];
  const tsc = join(root, compiler, 'bin/tsc');
  return run(process.execPath, [tsc, ...flags, file], { cwd: project.folder }).then(
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

describe('the package of the client', () => {
  const examples = blocks(readme, 'js').join('\n');

  test('is made and installed as its README says', async () => {
    const [make = '', install = ''] = blocks(readme, 'sh');
    expect(make).toBe(`npm ci\nnpm run build:client\nnpm pack ./${relative(root, CLIENT_DIST)}\n`);
    const place = join(project.folder, 'own-project');
    await mkdir(place);
    await writeFile(join(place, 'package.json'), '{ "type": "module" }');
    const command = install.replace('../job-posting-service', project.folder).trim();
    await run('sh', ['-c', `${command} --offline --no-audit --no-fund`], { cwd: place });
    const program = "console.log(typeof (await import('job-posting-client')).createClient)";
    const { stdout } = await run(process.execPath, ['--eval', program], { cwd: place });
    expect(stdout).toBe('function\n');
  });

  test('runs every example of its README on Node', async () => {
    const lines = (await output(examples)).trim().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^\d+ Software Developer$/),
      expect.stringMatching(/^201 http:\S+\/jobs\/\d+$/),
      'markup_removed /description',
      expect.stringMatching(/^\d+ Software Developer$/),
      '2 0 0 1 1',
      expect.stringMatching(/^2 REQ-2 title must be /),
      expect.stringMatching(/^400 validation_failed \S+$/),
      expect.stringMatching(/^\/locations\/0\/description .*Did you mean: Calgary, AB\?/),
      'Software Developer (remote)',
    ]);
  });

  // Most projects use TypeScript 5; this one uses 7.
  describe.each(['node_modules/typescript', 'schemas/client/node_modules/typescript'])(
    'in %s',
    (compiler) => {
      test('has types that accept its README', async () => {
        expect(await complaints(compiler, examples)).toBe('');
      });

      test('has types that reject wrong fields, values, statuses and codes', async () => {
        const program = `
        import { createClient, ProblemError, type JobRecord, type JobUpsert } from 'job-posting-client';
        const client = createClient({ url: 'https://jobs.example.com/api/v1.1', apiKey: 'jps_key' });
        const record: JobRecord = (await client.getJob({ id: 1 })).body;
        const fresh = await client.getJob({ id: 1, ifNoneMatch: '"1"' });
        if (fresh.body !== undefined) record.title satisfies typeof fresh.body.title;
        (await client.deleteJob({ id: 1 })).body satisfies undefined;
        for await (const { status } of client.allJobs({ status: 'active' })) {
          status satisfies 'active' | 'archived' | 'draft';
        }
        // @ts-expect-error -- the body may be missing
        fresh.body.title;
        // @ts-expect-error -- no id
        await client.getJob();
        // @ts-expect-error -- no such parameter
        await client.getJob({ id: 1, verbose: true });
        // @ts-expect-error -- no such status
        await client.listJobs({ query: { status: 'deleted' } });
        // @ts-expect-error -- no title
        await client.createJob({ body: { locations: [] } });
        // @ts-expect-error -- no such field
        await client.updateJob({ id: 1, body: { titel: 'Baker' } });
        // @ts-expect-error -- no such code
        if (new ProblemError(new Response(), '').code === 'job_missing') throw new Error();
        const { items } = await client.syncJobs([{ referenceId: 'REQ-1', status: 'archived' }], {
          onProgress: ({ created }) => created satisfies number,
        });
        items[0]?.outcome satisfies 'created' | 'updated' | 'unchanged' | 'archived' | 'failed' | undefined;
        items[0]?.problem?.message satisfies string | undefined;
        declare const rows: AsyncIterable<JobUpsert>;
        await client.syncJobs(rows, { dryRun: true, archiveMissing: true, maxArchived: 0.1 });
        // @ts-expect-error -- no referenceId
        await client.syncJobs([{ title: 'Baker' }]);
        // @ts-expect-error -- no such option
        await client.syncJobs([], { deleteMissing: true });
        // @ts-expect-error -- no such operation
        await client.overrideJobMethod({ id: 1 });
      `;
        expect(await complaints(compiler, program)).toBe('');
      });
    },
  );
});
