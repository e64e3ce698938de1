import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BASE_PATH } from '../../schemas/operations.ts';
import { aJob } from '../setup/a-job.ts';
import { startService } from '../setup/service.ts';

const root = join(import.meta.dirname, '../..');
const committed = join(root, 'schemas/openapi.json');
const run = promisify(execFile);

const service = await startService();
/** A project that generates a client from the committed document. */
let project: string;

/** Runs a JavaScript file of a package in the project. */
const node = (file: string, ...parameters: string[]) =>
  run(process.execPath, [join(root, file), ...parameters], { cwd: project });

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'generated-clients-'));
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'));
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
});

afterAll(async () => {
  await service.close();
  await rm(project, { recursive: true, force: true });
});

/** A job with everything that a default could reset, and what an upsert of its title alone leaves of it. */
const published = aJob({
  referenceId: 'R-1',
  status: 'active',
  confidential: true,
  autoRefresh: true,
  salary: { amount: 20, maxAmount: 30, period: { id: 5 }, plusCommission: true },
});

/** What a program does that upserts by a generated client: { referenceId, title }, then { referenceId, salary }. */
async function expectPartialUpserts(program: string) {
  const acme = await service.newEmployer({ plan: 'unlimited' });
  const { body: job } = await acme.post('/jobs', published);
  await writeFile(
    join(project, 'program.ts'),
    `const baseUrl = '${service.origin}${BASE_PATH}';\nconst headers = { 'API-Key': '${acme.apiKey}' };\n${program}`,
  );
  const flags = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--skipLibCheck'];
  const target = ['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom'];
  await node('node_modules/typescript/bin/tsc', ...flags, ...target, 'program.ts');
  await run(process.execPath, ['program.ts'], { cwd: project });
  const { body } = await acme.get(`/jobs/${job.id}`);
  expect(body).toEqual({ ...job, title: 'Cook', salary: { ...job.salary, amount: 25 } });
}

/** What orval generates from the document, as a file named after the client. */
const outputOf = (client: string) => ({
  input: committed,
  output: { client, target: `./${client}.ts`, baseUrl: `${service.origin}${BASE_PATH}` },
});

describe('a partial upsert leaves the other fields as they are when it is sent', () => {
  test('through zod schemas and fetch functions by orval', async () => {
    const config = { zod: outputOf('zod'), fetch: outputOf('fetch') };
    await writeFile(join(project, 'orval.config.json'), JSON.stringify(config));
    await node('node_modules/orval/dist/bin/orval.mjs', '--config', 'orval.config.json');
    await expectPartialUpserts(`
      import { upsertJob } from './fetch.ts';
      import { UpsertJobBody } from './zod.ts';
      void baseUrl;
      for (const change of [{ title: 'Cook' }, { salary: { amount: 25, period: { id: 5 } } }]) {
        await upsertJob(UpsertJobBody.parse({ referenceId: 'R-1', ...change }), { headers });
      }
    `);
  });

  test('through openapi-fetch, by the types of openapi-typescript', async () => {
    const generator = 'schemas/client/node_modules/openapi-typescript/bin/cli.js';
    await node(generator, committed, '--output', 'types.ts');
    await expectPartialUpserts(`
      import createClient from 'openapi-fetch';
      import type { paths } from './types.ts';
      const client = createClient<paths>({ baseUrl, headers });
      await client.PUT('/jobs', { body: { referenceId: 'R-1', title: 'Cook' } });
      await client.PUT('/jobs', { body: { referenceId: 'R-1', salary: { amount: 25, period: { id: 5 } } } });
    `);
  });
});
