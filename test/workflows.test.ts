import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type * as Parser from '@actions/workflow-parser';
import { describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { newFolder } from './setup/new-folder.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, '.github/workflows');
const files = await readdir(folder);
const readWorkflow = (name: string) => readFile(join(folder, name), 'utf8');
const run = promisify(execFile);

/** GitHub's workflow parser; bundled, because Node prints a warning for its imports of JSON. */
async function githubParser(): Promise<typeof Parser> {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@actions/workflow-parser';", resolveDir: root },
    bundle: true,
    format: 'esm',
    write: false,
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`);
}

const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await githubParser();

/** Parses a workflow, and the workflows that it calls, with GitHub's own parser. Returns it with its errors. */
async function parsed(name: string, content: string) {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (!value)
    return { faults: context.errors.getErrors().map(({ message }) => message), template: undefined };
  const called = {
    getFileContent: async (reference: object) => {
      const { path = '' } = reference as { path?: string };
      return { name: path, content: await readFile(join(root, path), 'utf8') };
    },
  };
  const template = await convertWorkflowTemplate(context, value, called, { fetchReusableWorkflowDepth: 1 });
  return { faults: context.errors.getErrors().map(({ message }) => message), template };
}

/** The jobs of a workflow by their ids. */
const jobsOf = (template: Parser.WorkflowTemplate | undefined) =>
  new Map((template?.jobs ?? []).map((job) => [job.id.value, job]));

/** The commands of a job in order, by the step's name or, without one, by the command. */
async function commandsOf(workflow: string, id: string): Promise<Map<string, string>> {
  const job = jobsOf((await parsed(workflow, await readWorkflow(workflow))).template).get(id);
  const steps = job?.type === 'job' ? job.steps : [];
  const commands = steps.flatMap((step) =>
    'run' in step ? [[step.name ?? step.run, step.run].map(String)] : [],
  );
  return new Map(commands as [string, string][]);
}

const publishing = await readWorkflow('publish-client.yml');
const publish = await commandsOf('publish-client.yml', 'publish');
const deploy = [...(await commandsOf('deploy-stage.yml', 'deploy')).values()];

describe('a workflow', () => {
  test.each(files)('is valid for GitHub: %s', async (name) => {
    expect((await parsed(name, await readWorkflow(name))).faults).toEqual([]);
  });

  test.each(files)('pins third-party actions to a commit, and uses no secrets: %s', async (name) => {
    const text = await readWorkflow(name);
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action ?? '');
    for (const action of used) expect(action).toMatch(/^(?:\.\/|[\w./-]+@[0-9a-f]{40}$)/);
    expect(text).not.toContain('secrets.');
  });
});

describe('the workflow that publishes the client', () => {
  test('runs only for a version tag, after all checks, and only its publishing job may request an identity token', async () => {
    const { template } = await parsed('publish-client.yml', publishing);
    expect(template?.events).toEqual({ push: { tags: ['v*'] } });
    const jobs = jobsOf(template);
    expect([...jobs.keys()]).toEqual(['checks', 'publish']);
    expect(jobs.get('checks')).toMatchObject({ type: 'reusableWorkflowJob' });
    expect(jobs.get('publish')?.needs?.map(String)).toEqual(['checks']);
    const [before = '', after = ''] = publishing.split('  publish:\n');
    expect(before).not.toContain('id-token');
    expect(after).toContain('id-token: write');
    expect([...publish.values()].at(-1)).toBe('npm publish --provenance --access public');
  });

  test('publishes only the version that the tag names, and names its source repository', async () => {
    const place = await newFolder();
    const manifest = join(place, 'package.json');
    await writeFile(manifest, '{ "name": "a", "version": "1.2.0", "type": "module" }');
    const { PATH, HOME } = process.env;
    const step = (name: string, env: NodeJS.ProcessEnv) =>
      run('sh', ['-c', publish.get(name) ?? 'false'], { cwd: place, env: { PATH, HOME, ...env } });
    const compare = 'Compare the tag with the version';
    await step(compare, { GITHUB_REF_NAME: 'v1.2.0' });
    await expect(step(compare, { GITHUB_REF_NAME: 'v1.2.1' })).rejects.toMatchObject({ code: 1 });
    const repository = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'acme/jobs' };
    await step('Name the repository, which provenance requires', repository);
    const published = { version: '1.2.0', repository: 'git+https://github.com/acme/jobs.git' };
    expect(JSON.parse(await readFile(manifest, 'utf8'))).toMatchObject(published);
  });
});

describe('the workflow that deploys', () => {
  test('runs the checks, deploys dev and then prod, and shows the diff before each deployment', async () => {
    const { template } = await parsed('deploy.yml', await readWorkflow('deploy.yml'));
    const order = [...jobsOf(template)].map(([id, job]) => [id, job.type, job.needs?.map(String) ?? []]);
    expect(order).toEqual([
      ['checks', 'reusableWorkflowJob', []],
      ['dev', 'reusableWorkflowJob', ['checks']],
      ['prod', 'reusableWorkflowJob', ['dev']],
    ]);
    const stage = await readWorkflow('deploy-stage.yml');
    const jobs = jobsOf((await parsed('deploy-stage.yml', stage)).template);
    expect([...jobs].map(([id, job]) => [id, job.needs?.map(String) ?? []])).toEqual([
      ['diff', []],
      ['deploy', ['diff']],
    ]);
    // A job in an environment with reviewers waits until one of them approves.
    expect(stage.split('\n  deploy:\n')[1]).toContain('environment: ${{ inputs.stage }}\n');
  });

  test('deploys the assembly whose diff it has shown, without a second build', async () => {
    const { output } = JSON.parse(await readFile(join(root, 'cdk.json'), 'utf8')) as { output: string };
    const [before = '', after = ''] = (await readWorkflow('deploy-stage.yml')).split('\n  deploy:\n');
    const artifact = /name: (assembly-\S+ \S+ \S+)\n +path: (\S+)/;
    const [, uploaded, from] = artifact.exec(before.split('upload-artifact')[1] ?? '') ?? [];
    const [, deployed, to] = artifact.exec(after.split('download-artifact')[1] ?? '') ?? [];
    expect([from, deployed]).toEqual([output, uploaded]);
    expect(deploy.find((command) => command.includes('cdk'))).toMatch(
      new RegExp(`^npx cdk deploy --all --app ${to} --build true `),
    );
  });

  test.each([
    [{ started: true, passed: true }, 0],
    [{ started: true, passed: false }, 1],
    [{ started: false }, 1],
    [{ errorType: 'Error', errorMessage: 'no' }, 1],
  ])('succeeds only if the canary of the stage reports that it passed: %j', async (report, code) => {
    const place = await newFolder();
    const script = deploy.at(-1) ?? 'exit 9';
    const outputs = { data: { Url: 'https://jobs.example.com/' }, background: { Canary: 'the-canary' } };
    await writeFile(join(place, 'outputs.json'), JSON.stringify(outputs));
    const aws = ['#!/bin/sh', 'echo "$*" > called', `echo '${JSON.stringify(report)}' > run.json`];
    await writeFile(join(place, 'aws'), aws.join('\n'), { mode: 0o755 });
    const { PATH } = process.env;
    const options = { cwd: place, env: { PATH: `${place}:${PATH}` } };
    const ended = await run('bash', ['-e', '-o', 'pipefail', '-c', script], options).then(
      () => 0,
      (error: { code: number }) => error.code,
    );
    expect(ended).toBe(code);
    expect(await readFile(join(place, 'called'), 'utf8')).toMatch(
      /^lambda invoke --function-name the-canary .*--payload \{"referenceId":"deployment"\} run\.json\n$/,
    );
  });
});
