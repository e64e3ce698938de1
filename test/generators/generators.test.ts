import { exec, spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { BASE_PATH } from '../../schemas/operations.ts';
import type { Event } from '../../schemas/event.ts';
import { aJob, changedJobValues } from '../setup/a-job.ts';
import { tableStream } from '../setup/table-stream.ts';
import { generatorRecipes } from '../setup/guide.ts';
import { fencedBlocks } from '../setup/markdown.ts';
import { ownTable } from '../setup/own-table.ts';
import { startService } from '../setup/service.ts';
import { startReceiver } from '../setup/webhook-receiver.ts';
import { clients, type GeneratedClient } from './clients.ts';
import { laterService } from './later-service.ts';
import { toJsonAnswers, answersToAll, questionOfEachType } from '../setup/an-application.ts';

// Downloads and compilers take minutes.
jest.setTimeout(600_000);

const shell = promisify(exec);
const root = join(import.meta.dirname, '../..');
process.env['WEBHOOK_TARGETS'] = 'any';
await ownTable();
const stream = await tableStream();
const service = await startService();
const later = await laterService(service.origin);

afterAll(async () => {
  await later.close();
});

/** The events that a webhook gets for an update and for a test. */
async function receivedEvents(): Promise<[event: Event, test: Event]> {
  const receiver = await startReceiver();
  const employer = await service.newEmployer();
  const { body: job } = await employer.post('/jobs', aJob());
  await employer.put(`/jobs/${job.id}`, changedJobValues);
  await stream.catchUp();
  const { body: log } = await employer.get('/events');
  const { body: webhook } = await employer.post('/webhooks', { url: receiver.url });
  await employer.post(`/webhooks/${webhook.id}/test`, undefined);
  await receiver.close();
  return [log.data[1], JSON.parse(receiver.received[0]?.body ?? '')];
}

const [event, testEvent] = await receivedEvents();

const answers = {
  ...answersToAll,
  shop: 'Boulangerie',
  why: 'It feeds.',
  shift: 'Nuit',
  breads: ['Rye', 'Seigle'],
};

const eventLine = ({ id, type, data }: Event) => `${id} ${type} ${data.job?.id} ${data.by.type}`;

/** The expected output of every client's program for each task. */
const tasks = {
  create: '1234567.89',
  upsert: 'Cook 1234567.89',
  clear: 'null',
  list: '2 Cook',
  // Some clients also send the defaults of the other parameters.
  named: 'REQ-1',
  since: 'Cook',
  limited: 'Cook 403 permission_missing',
  refused: '400 validation_failed /applicationEmail',
  changed: '412 precondition_failed',
  batch: '201 200',
  validate: 'true create',
  apply: '32',
  applyWithFile: '32',
  // A URL in JSON, not a redirect, which would pass on the API key.
  resume: 'http',
  // One answer of each type, unchanged.
  answers: JSON.stringify(Object.values(answers)),
  event: eventLine(event),
  test: eventLine(testEvent),
  unknown: 'paused 404 a_new_code',
};

/** The command and the call that the guide shows for a generator. */
function recipeOf(section: string): [command: string, call: string] {
  const [command, call] = fencedBlocks(generatorRecipes().get(section) ?? '').map(({ code }) => code);
  if (command === undefined || call === undefined) throw new Error(`The guide has no recipe for ${section}.`);
  return [command, call];
}

/** The program of a client, with the call of the guide where its comment says "create". */
const programWith = (text: string, call: string) =>
  text.replace(/^([ \t]*)(?:\/\/|#) create$/m, (_, indent: string) => call.replaceAll(/^(?=.)/gm, indent));

const jarOf = (version: string) =>
  join(
    homedir(),
    `.m2/repository/org/openapitools/openapi-generator-cli/${version}/openapi-generator-cli-${version}.jar`,
  );

/** Generates a client in a new project, compiles it, and runs its program. Returns the output by task. */
async function outcomesOf(client: GeneratedClient): Promise<Record<string, string>> {
  const project = await mkdtemp(join(tmpdir(), 'generators-'));
  const employer = await service.newEmployer({ plan: 'unlimited' });
  const asking = await employer.post('/jobs', aJob({ status: 'active', questions: questionOfEachType }));
  const env = {
    ...process.env,
    PATH: `${project}/bin:${dirname(process.execPath)}:${process.env['PATH']}`,
    NODE: process.execPath,
    ROOT: root,
    URL: `${service.origin}${BASE_PATH}`,
    LATER_URL: `${later.endpoint}${BASE_PATH}`,
    API_KEY: employer.apiKey,
    ASKING_JOB: String(asking.body.id),
    ANSWERS: JSON.stringify(toJsonAnswers(answers)),
    EVENT: JSON.stringify(event),
    TEST_EVENT: JSON.stringify(testEvent),
  };
  const run = async (command: string) =>
    shell(command, { cwd: project, env, maxBuffer: 2 ** 26 }).catch((error: Error & { stdout: string }) => {
      throw new Error(`${error.message}\n${error.stdout}`);
    });
  try {
    await mkdir(join(project, 'bin'));
    for (const file of ['requirements.txt', 'go.mod', 'go.sum'])
      await cp(join(import.meta.dirname, 'project', file), join(project, file));
    await writeFile(join(project, 'package.json'), '{ "type": "module" }');
    const { generator } = client;
    if (generator !== undefined) {
      await run(
        `mvn -q -B dependency:get -Dartifact=org.openapitools:openapi-generator-cli:${generator} -Dtransitive=false`,
      );
      const program = join(project, 'bin/openapi-generator');
      await writeFile(program, `#!/bin/sh\nexec java -jar ${jarOf(generator)} "$@"\n`);
      await chmod(program, 0o755);
    }
    const [command, call] = recipeOf(client.section);
    const generate = command.replaceAll('http://localhost:3000', service.origin);
    await run([client.before ?? true, generate].join(' && '));
    const text = await readFile(join(import.meta.dirname, 'programs', client.program), 'utf8');
    await writeFile(join(project, client.place), programWith(text, call));
    const { stdout } = await run(client.run);
    return Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    );
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}

const lacking = ({ needs }: GeneratedClient) =>
  needs.filter((command) => spawnSync('sh', ['-c', command], { stdio: 'ignore' }).status !== 0);

describe.each(Object.entries(clients))('the client of %s', (name, client) => {
  const missing = lacking(client);
  let outcomes: Record<string, string> = {};

  if (missing.length > 0) {
    process.stderr.write(`Left out: ${name}, because this fails here: ${missing.join('; ')}\n`);
    test.skip(`needs ${missing.join(' and ')}`, () => {});
    return;
  }

  beforeAll(async () => {
    process.stderr.write(`${name} …\n`);
    outcomes = await outcomesOf(client);
  });

  const expectations = Object.entries({ ...tasks, ...client.cannot });

  test.each(expectations)(
    'compiles, and has the result that the guide describes for the task %s',
    (task, expected) => {
      expect(outcomes[task]).toBe(expected);
    },
  );
});
