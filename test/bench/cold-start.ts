import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { buildBundles, bundleOf } from '../../bin/build/bundles.ts';
import { createClient } from '../../functions/platform/store-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import { aJob } from '../setup/a-job.ts';
import { deployedFunctions } from '../bundles/deployed-functions.ts';
import { gatewayEvent } from '../setup/gateway-event.ts';
import setUp from '../setup/global-setup.ts';
import tearDown from '../setup/global-teardown.ts';

/** The number of runs of each subject. Runs alternate, so that other load on the machine affects all subjects alike. */
const RUNS = 15;

/** The maximum cost of a start, as a multiple of an empty handler's. */
const GOALS = { read: 3.2, write: 3.8 } as const;

interface Subject {
  name: string;
  goal?: number;
  module: string;
  event: APIGatewayProxyEventV2;
}

/** The CPU (user and system, in milliseconds) of a fresh process that loads a handler and handles one request. */
function millisecondsOf({ name, module, event }: Subject, step: 'load' | 'answer'): number {
  const answer = `
    const { statusCode } = await handler(${JSON.stringify(event)}, { getRemainingTimeInMillis: () => 10_000 });
    if (statusCode >= 400) throw new Error('${name} answered ' + statusCode);`;
  const script = `
    import { writeSync } from 'node:fs';
    const { handler } = await import(${JSON.stringify(pathToFileURL(module).href)});
    ${step === 'answer' ? answer : ''}
    const { user, system } = process.cpuUsage();
    writeSync(3, String((user + system) / 1000));
    process.exit();`;
  const { status, stderr, output } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return Number(output[3]);
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** The medians of each subject. */
function measure(subjects: readonly Subject[]) {
  const runs = subjects.map((subject) => ({ subject, load: [] as number[], answer: [] as number[] }));
  for (let run = 0; run < RUNS; run += 1) {
    for (const { subject, load, answer } of runs) {
      load.push(millisecondsOf(subject, 'load'));
      answer.push(millisecondsOf(subject, 'answer'));
    }
  }
  return runs.map(({ subject, load, answer }) => ({
    ...subject,
    load: median(load),
    answer: median(answer),
  }));
}

/** Creates an employer with a job, and a request for each kind of function. */
async function requests(dist: string) {
  const client = createClient();
  const tableName = process.env['TABLE_NAME'] ?? '';
  const db = database({ client, tableName, remainingMillis: () => Infinity });
  const { apiKey } = await employerStore(db).create({ name: 'Acme Inc.', plan: 'standard' }, new Date());
  client.destroy();
  const event = (method: string, target: string, body?: unknown) =>
    gatewayEvent(method, target, { headers: { 'api-key': apiKey }, ...(body !== undefined && { body }) });
  const creation = event('POST', '/jobs', aJob());
  const lambda = deployedFunctions(dist);
  const created = await lambda.invoke(creation.functionName, creation.event);
  await lambda.stop();
  const { id } = JSON.parse(created.body ?? '{}') as { id: number };
  return [
    event('GET', '/salaryperiods'),
    event('GET', `/jobs/${id}`),
    event('GET', '/jobs'),
    event('GET', '/locations?q=van'),
    creation,
    event('PUT', `/jobs/${id}`, { title: 'Baker' }),
  ];
}

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const folder = await mkdtemp(join(tmpdir(), 'cold-start-'));
const dist = join(folder, 'functions');
await setUp({ silent: true });
try {
  await buildBundles(dist);
  const empty = join(folder, 'empty.mjs');
  await writeFile(empty, 'export const handler = async () => ({ statusCode: 200 });\n');
  const measured = measure([
    { name: 'an empty handler', module: empty, event: gatewayEvent('GET', '/jobs').event },
    ...(await requests(dist)).map(({ functionName, event }) => ({
      name: functionName,
      goal: /^(?:get|list)-/.test(functionName) ? GOALS.read : GOALS.write,
      module: bundleOf(functionName, dist),
      event,
    })),
  ]);
  const [base] = measured;
  const results = measured.map(({ name, goal, load, answer }) => ({
    function: name,
    'load, ms of CPU': load,
    'in empty ones': load / (base?.load ?? 0),
    goal,
    'first answer, ms': answer,
    'in those of an empty one': answer / (base?.answer ?? 0),
  }));
  if (values.json) process.stdout.write(`${JSON.stringify(results, undefined, 2)}\n`);
  // oxlint-disable-next-line no-console -- prints tables
  else console.table(results);
} finally {
  await tearDown();
  await rm(folder, { recursive: true });
}
