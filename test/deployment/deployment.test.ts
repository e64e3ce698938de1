import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { stackParts, stackNameOf, type StackPart } from '../../lib/stack-names.ts';
import { aJob } from '../setup/a-job.ts';
import { aResume, apply } from '../setup/an-application.ts';
import { createHttpClient, type Client } from '../setup/http-client.ts';
import { deployedStage } from './deployed-stage.ts';
import { startEmulator, type Emulator } from './emulator.ts';
import { startGateway } from './gateway.ts';
import { lacks } from './lacking.ts';
import { copyOfProject, type Project } from './project.ts';
import { documented, documentedScripts } from './runbook.ts';

// A deployment takes a minute, or ten on a busy machine; a step runs up to three.
jest.setTimeout(3_600_000);

const say = (text: string) => process.stderr.write(`${text}\n`);

const needs = ['python3 -m venv --help', 'openssl version'];
const missing = needs.filter((command) => spawnSync('sh', ['-c', command], { stdio: 'ignore' }).status !== 0);

/** The same state for each of these stacks; all stacks of the stage by default. */
const all = (state: string, among: readonly StackPart[] = stackParts) =>
  Object.fromEntries(among.map((part) => [stackNameOf('prod', part), state]));

if (missing.length > 0) {
  say(`Left out: the rehearsal of a deployment, because this fails here: ${missing.join('; ')}`);
  test.skip(`needs ${missing.join(' and ')}`, () => {});
} else {
  describe('the stage prod on an emulator of AWS, by the commands of docs/', rehearsal);
}

function rehearsal() {
  let folder: string;
  let emulator: Emulator;
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  let project: Project;
  let stage: ReturnType<typeof deployedStage>;

  beforeAll(async () => {
    for (const [name, { why }] of Object.entries(lacks)) say(`Left out of the templates: ${name}. ${why}`);
    folder = await mkdtemp(join(tmpdir(), 'rehearsal-'));
    emulator = await startEmulator(folder);
    gateway = await startGateway(emulator);
    project = await copyOfProject(join(folder, 'project'), emulator.env);
    await project.set('prod', { baseUrl: gateway.origin, mailDomain: 'jobs.rehearsal.test', cdn: undefined });
    await project.edit('stages.json', (text) =>
      text
        .replaceAll('operator@example.com', 'operator@rehearsal.test')
        .replaceAll('https://example.com/privacy', 'https://rehearsal.test/privacy'),
    );
    stage = deployedStage(project, 'prod');
  });

  afterAll(async () => {
    await gateway?.close();
    await emulator?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  let failed: string | undefined;

  /** A step of the rehearsal. Steps run in file order and are skipped after a failure. */
  const step = (title: string, take: () => Promise<void>) =>
    test(title, async () => {
      if (failed !== undefined) throw new Error(`Not tried, because this failed: it ${failed}.`);
      failed = title;
      const began = performance.now();
      await take();
      failed = undefined;
      say(`${String(Math.round((performance.now() - began) / 1_000)).padStart(4)} s  ${title}`);
    });

  const deployment = documented('deploy');
  const maintenance = documented('startMaintenance');
  const restoring = documented('deployRestored');
  const destroy = documented('destroy');
  // --force, because no operator can confirm the deletion.
  const destruction = `${destroy.replace('=dev', '=prod')} --force`;
  const unprotect = documented('allowDeletion');
  async function deploy(command = deployment) {
    await project.run(command);
    gateway.serve(await stage.api());
  }

  let apiKey = '';
  let employer: Client;
  let job: { id: number; employer: { id: number } };
  let application: { id: string };

  const smoke = () =>
    project.run(
      documented('smoke').replace('jps_…', apiKey).replace('http://localhost:3000', gateway.origin),
    );

  const robots = async () => (await fetch(`${gateway.origin}/robots.txt`)).text();

  const resume = readFile(join(import.meta.dirname, '../fixtures/resumes/libreoffice.pdf'));

  /** Expects the unchanged job, application and file. */
  async function expectData() {
    expect((await employer.get(`/jobs/${job.id}`)).body).toEqual(job);
    const { headers } = await employer.get(`/applications/${application.id}/resume`);
    const file = await emulator.get(headers.get('location') ?? '');
    expect(file.equals(await resume)).toBe(true);
  }

  step('is prepared by bootstrap', async () => {
    await project.run(documented('bootstrap'));
  });

  // This hosted zone does not exist, which only AWS can detect.
  const domain = {
    name: 'jobs.rehearsal.test',
    certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/00000000-0000-0000-0000-000000000000',
    hostedZone: { id: 'Z0123456789ABCDEFGHIJ', name: 'rehearsal.test' },
  };
  const noZone = "No hosted zone with id 'Z0123456789ABCDEFGHIJ'";

  step('leaves nothing behind when its first deployment fails', async () => {
    await project.set('prod', { domain });
    await expect(project.run(deployment)).rejects.toThrow(noZone);
    expect(await stage.states()).toEqual(all('ROLLBACK_COMPLETE', ['data']));
    expect(await project.ask('aws dynamodb list-tables')).toEqual({ TableNames: [] });
  });

  step('is deployed when the deployment is repeated without the error', async () => {
    await project.set('prod', { domain: undefined });
    await project.run(unprotect);
    await deploy();
    expect(await stage.states()).toEqual(all('CREATE_COMPLETE'));
    say(await readFile(join(project.folder, 'dist/cdk/left-out.txt'), 'utf8'));
  });

  step(
    'has an employer, made by somebody who has no permission but the policy for the admin command',
    async () => {
      const trust = { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { AWS: '000000000000' } };
      const policy = JSON.stringify({ Version: '2012-10-17', Statement: [trust] });
      await project.run(`aws iam create-role --role-name operator --assume-role-policy-document '${policy}'`);
      await project.run(
        documented('attachAdminPolicy')
          .replace('ROLE', 'operator')
          .replace('<AdminPolicy>', await stage.output('AdminPolicy')),
      );
      const { Credentials } = await project.ask<{ Credentials: Record<string, string> }>(
        'aws sts assume-role --role-arn arn:aws:iam::000000000000:role/operator --role-session-name rehearsal',
      );
      const printed = await project.run(documented('createEmployer'), {
        AWS_ACCESS_KEY_ID: Credentials['AccessKeyId'],
        AWS_SECRET_ACCESS_KEY: Credentials['SecretAccessKey'],
        AWS_SESSION_TOKEN: Credentials['SessionToken'],
      });
      const created = JSON.parse(printed) as { apiKey: string };
      employer = createHttpClient(gateway.origin, { 'api-key': created.apiKey });
    },
  );

  step('passes the smoke test with a key that is limited to jobs', async () => {
    const limited = { label: 'Smoke test', permissions: ['jobs:read', 'jobs:write'] };
    const { status, body } = await employer.post('/keys', limited);
    expect(status).toBe(201);
    apiKey = body.key;
    expect((await createHttpClient(gateway.origin, { 'api-key': apiKey }).get('/events')).status).toBe(403);
    await smoke();
  });

  step('runs the canary successfully', async () => {
    const name = await stage.functionNamed('RunCanary', 'background');
    await project.run(`aws lambda invoke --function-name ${name} canary.json`);
    const run: unknown = JSON.parse(await readFile(join(project.folder, 'canary.json'), 'utf8'));
    expect(run).toMatchObject({ started: true, passed: true });
  });

  step('stores an application with its file', async () => {
    const active = aJob({ status: 'active', applicationEmail: 'work@acme.test' });
    job = (await employer.post('/jobs', active)).body;
    const resumeFile = aResume('resume.pdf', await resume);
    expect(await apply(createHttpClient(gateway.origin, {}), job.id, { resume: resumeFile })).toMatchObject({
      status: 201,
    });
    [application] = (await employer.get('/applications')).body.data;
    await expectData();
  });

  /** Waits until the employer's last event number exceeds this one. Returns it. */
  async function lastEventAfter(number: number): Promise<number> {
    for (;;) {
      const last = (await employer.get('/events')).body.paging.latest;
      if (last > number) return last;
      await delay(200);
    }
  }

  step('adds changes to the event log', async () => {
    // The log has the event of the job and the event of the application.
    expect(await lastEventAfter(1)).toBeGreaterThan(1);
  });

  step('mails the application to the employer', async () => {
    await project.run(documented('leaveSandbox'));
    const name = await stage.functionNamed('SendApplications', 'background');
    await project.run(`aws lambda invoke --function-name ${name} mail.json`);
    expect((await employer.get(`/applications/${application.id}`)).body).toMatchObject({ state: 'sent' });
  });

  step('repeats the run of a dead letter and deletes the dead letter by the runbook', async () => {
    const queue = await stage.output('ScheduleDeadLetters');
    const name = await stage.functionNamed('RefreshDueJobs', 'background');
    // Version 1 of the command line uses the real AWS endpoint for queues, whatever the environment says.
    const inQueue = (command: string) =>
      `${command.replace('QUEUE', queue)} --endpoint-url ${emulator.env.AWS_ENDPOINT_URL}`;
    const input = JSON.stringify({ shard: 0 });
    await project.run(inQueue(`aws sqs send-message --queue-url QUEUE --message-body '${input}'`));
    const { Messages } = await project.ask<{ Messages: { Body: string; ReceiptHandle: string }[] }>(
      inQueue(documented('receiveDeadLetter')),
    );
    expect(Messages.map(({ Body }) => Body)).toEqual([input]);
    await writeFile(join(project.folder, 'input.json'), input);
    await project.run(documented('invoke').replace('FUNCTION', name));
    const answer: unknown = JSON.parse(await readFile(join(project.folder, 'answer.json'), 'utf8'));
    expect(answer).toMatchObject({ finished: true });
    const [message] = Messages;
    await project.run(
      inQueue(documented('deleteDeadLetter')).replace('RECEIPT', message?.ReceiptHandle ?? ''),
    );
    await project.run(inQueue(documented('purgeDeadLetters')));
  });

  step('serves a page that an update changed', async () => {
    await project.edit('functions/postings/robots.ts', (text) => text.replace("'User", "'# 2', 'User"));
    await deploy();
    expect(await robots()).toMatch(/^# 2\n/);
    await expectData();
  });

  step('rolls back an update that fails', async () => {
    await project.edit('functions/postings/robots.ts', (text) => text.replace('# 2', '# 3'));
    await project.set('prod', { domain });
    await expect(project.run(deployment)).rejects.toThrow(noZone);
    await project.set('prod', { domain: undefined });
    expect(await robots()).toMatch(/^# 2\n/);
    await smoke();
  });

  step(
    'fails the smoke test with a broken version, and passes it once the version before is deployed',
    async () => {
      const breakage = "if (id) throw new Error('broken');";
      const page = 'functions/postings/show-posting.ts';
      await project.edit(page, (text) =>
        text.replace('const { openPosting', `${breakage}const { openPosting`),
      );
      await deploy();
      await expect(smoke()).rejects.toThrow('✗ public page');
      await project.edit(page, (text) => text.replace(breakage, ''));
      await deploy();
      await smoke();
    },
  );

  step('can be read but not written in maintenance mode', async () => {
    await deploy(maintenance);
    const refused = await employer.post('/jobs', aJob());
    expect(refused).toMatchObject({ status: 503, body: { outcome: 'not-applied' } });
    await expectData();
  });
  step('continues with a restored table after maintenance mode', async () => {
    const old = await stage.output('TableName');
    for (const script of documentedScripts('alarms', 'Restore the table')) {
      if (!script.includes(restoring)) {
        await project.run(script.replaceAll('NEW', 'restored').replaceAll('OLD', old));
      }
    }
    await project.set('prod', { restoredTable: 'restored' });
    await deploy(restoring);
    expect(await stage.output('TableName')).toBe('restored');
    await expectData();
    await deploy();
    await smoke();
    const { body: later } = await employer.post('/jobs', aJob());
    expect(later.id).toBeGreaterThan(job.id);
  });

  step(
    'keeps its address and data when all stacks except the data stack are deleted and created again',
    async () => {
      const api = await stage.api();
      await expect(project.run(destruction)).rejects.toThrow(/TerminationProtection/);
      expect(Object.keys(await stage.states())).toEqual([stackNameOf('prod', 'data')]);
      await deploy();
      expect(await stage.api()).toBe(api);
      await expectData();
      await smoke();
    },
  );

  step('continues with the retained table and files after all stacks were deleted', async () => {
    const bucket = await stage.output('FilesBucket');
    await project.run(unprotect);
    await project.run(destruction);
    expect(await stage.states()).toEqual({});
    await deploy(restoring.replace(' -c maintenance=on', ''));
    const copy = documented('copyFiles');
    await project.run(
      copy.replace('OLD-BUCKET', bucket).replace('<FilesBucket>', await stage.output('FilesBucket')),
    );
    await expectData();
    await smoke();
  });
}
