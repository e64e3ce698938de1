import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { connect, connectionOf } from '../../bin/admin/connection.ts';
import { createTable } from '../../bin/local/create-table.ts';
import { startEngine } from '../../bin/local/engine.ts';
import { createGateway } from '../../bin/local/gateway.ts';
import { newApiKey } from '../../functions/accounts/domain/api-key.ts';
import { s3Files } from '../../functions/platform/files/s3-files.ts';
import { sesMailer } from '../../functions/mail/ses-mailer.ts';
import { smokeTest } from '../../functions/canary/smoke-test.ts';
import { createDocumentClient as createStoreClient } from '../../functions/platform/document-client.ts';
import { createClient } from '../../schemas/client/index.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { runAdmin } from '../setup/admin.ts';
import { section, tableRows } from '../setup/markdown.ts';
import { npmStart } from '../setup/local-start.ts';
import { createHttpClient } from '../setup/http-client.ts';
import { hangModes, startHangingServer, type HangMode } from '../setup/hanging-server.ts';

const { setTimeout: realSetTimeout } = globalThis;
const abortTimeout = AbortSignal.timeout.bind(AbortSignal);
const clock = performance.now.bind(performance);
const date = Date.now.bind(Date);

/**
 * Lets time pass `speed` times faster: for timers, the limits of signals, and the clocks. Random pauses are none.
 * `jest.restoreAllMocks` ends it.
 */
function speedUpTime(speed: number): void {
  const shorter = (millis: number) => millis / speed;
  const hurried = (now: () => number) => {
    const from = now();
    return () => from + (now() - from) * speed;
  };
  jest.spyOn(Math, 'random').mockReturnValue(0);
  jest
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((millis) => abortTimeout(Math.round(shorter(millis))));
  jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((act: () => void, millis = 0, ...given: []) =>
      realSetTimeout(act, shorter(millis), ...given),
    );
  jest.spyOn(performance, 'now').mockImplementation(hurried(clock));
  jest.spyOn(Date, 'now').mockImplementation(hurried(date));
}

/** The real duration of every tested limit, in milliseconds. */
const HERE_MILLIS = 1_000;

const page = readFileSync(path.join(import.meta.dirname, '../../docs/reliability.md'), 'utf8');
/** The documented limits in seconds, by the name of the waiting operation. */
const documented = new Map(
  tableRows(section(page, 'Time limits')).map(([what = '', seconds = '']) => [
    what,
    Number.parseFloat(seconds),
  ]),
);

const peer = await startHangingServer();
const { endpoint } = peer;
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = endpoint;
process.env['ENGINE_URL'] = '';
process.env['AWS_ENDPOINT_URL_S3'] = endpoint;
process.env['AWS_ENDPOINT_URL_SESV2'] = endpoint;
process.env['AWS_ENDPOINT_URL_CLOUDFORMATION'] = endpoint;

// Imported after the endpoints are set, because the modules of functions read them once.
const { mailTimeLimit, withinTime } = await import('../../functions/mail/mail-run.ts');

const url = `${endpoint}${BASE_PATH}`;
const { apiKey } = newApiKey();
const folder = await mkdtemp(path.join(tmpdir(), 'time-limits-'));
await writeFile(
  path.join(folder, 'engine.json'),
  JSON.stringify({ endpoint, tableName: 'jobs', service: url }),
);
const dataDir = process.env['DATA_DIR'];

afterEach(() => {
  jest.restoreAllMocks();
  process.env['DATA_DIR'] = dataDir;
});
afterAll(async () => {
  await gateway.close();
  await peer.close();
  await rm(folder, { recursive: true });
});

/** The name of the error that a call throws. */
const thrownBy = async (call: Promise<unknown>) =>
  call.then(
    () => 'nothing',
    (error: Error) => error.constructor.name,
  );

/** The error message of a failing admin command. */
async function refusalOf(line: string): Promise<string> {
  const { exitCode, stderr, printed } = await runAdmin(connect, line);
  expect(exitCode).toBe(1);
  return stderr || printed.refused[0].message;
}

interface Limit {
  /** The name of the waiting operation in the documentation. */
  what: string;
  /** Makes the call, and returns its outcome. */
  make: () => Promise<unknown>;
  becomes: unknown;
  /** The ways of hanging that delay the call; by default all. */
  stuck?: readonly HangMode[];
  /** The ways of hanging at which the call ends earlier, because its attempts have shorter limits. */
  earlier?: readonly HangMode[];
}

const beforeHeaders: readonly HangMode[] = ['is silent', 'never ends its headers'];
const afterHeaders = hangModes.filter((way) => !beforeHeaders.includes(way));

const stuckStore = createStoreClient({ endpoint });
afterAll(() => stuckStore.destroy());
const stuckTable = connectionOf(stuckStore, 'jobs', true);
const mail = {
  kind: 'application' as const,
  subjectId: '1',
  queuedAt: 0,
  from: 'a@example.com',
  to: 'b@example.com',
  message: Buffer.of(1),
};
const mailed = () =>
  thrownBy(withinTime(mailTimeLimit(0), (signal) => sesMailer('mail-dev').send(mail, signal)));

const gateway = createGateway();
const origin = `http://127.0.0.1:${await gateway.listen(0)}`;
const client = createHttpClient(origin, { 'api-key': apiKey });

// Loads the function before time is sped up.
expect((await createHttpClient(origin, {}).get('/jobs')).status).toBe(401);

const limits: Limit[] = [
  {
    what: 'a request',
    make: async () => (await client.get('/jobs')).status,
    becomes: 503,
  },
  {
    what: 'a call to S3',
    make: async () => {
      const files = s3Files('files');
      return Promise.all([
        thrownBy(files.get('resumes/1')),
        thrownBy(files.put('resumes/1', Buffer.of(1), 'text/plain')),
        thrownBy(files.remove('resumes/1')),
        thrownBy(files.list('resumes/')[Symbol.asyncIterator]().next()),
      ]);
    },
    becomes: Array.from({ length: 4 }, () => 'StoreUnavailable'),
    earlier: beforeHeaders,
  },
  {
    what: 'SES, until it begins to respond',
    make: mailed,
    becomes: 'MailFailure',
    stuck: beforeHeaders,
  },
  { what: 'a mail, of any way to send it', make: mailed, becomes: 'MailFailure', stuck: afterHeaders },
  {
    what: 'the look for a stage',
    make: () => refusalOf('employer list --stage prod'),
    becomes: 'AWS did not respond in time: try again.\n',
  },
  {
    what: 'the look for the service on this machine',
    make: () => {
      process.env['DATA_DIR'] = folder;
      return refusalOf('employer list --local');
    },
    becomes: expect.stringMatching(
      /^A service is running on .*, but its engine did not respond within 20 seconds/,
    ),
    stuck: beforeHeaders,
  },
  {
    what: 'a step of an admin command',
    make: () => thrownBy(stuckTable.scan(['PK'])[Symbol.asyncIterator]().next()),
    becomes: 'StoreUnavailable',
  },
  {
    what: 'the start of the embedded engine',
    make: async () =>
      thrownBy(startEngine(path.join(folder, 'data'), () => undefined, await silentProgram())),
    becomes: 'StartFailure',
    stuck: ['is silent'],
  },
  {
    what: 'the creation of the table',
    make: () => thrownBy(createTable(stuckStore, 'jobs')),
    becomes: expect.stringMatching(/^(Timeout)?Error$/),
    earlier: beforeHeaders,
  },
  {
    what: 'the canary and the smoke test',
    make: async () => (await smokeTest({ url: endpoint, apiKey, referenceId: 'canary' })).passed,
    becomes: false,
  },
  {
    what: 'an attempt of the client',
    make: () => thrownBy(createClient({ url, attempts: 1 }).jobCategories.list()),
    becomes: 'ConnectionError',
  },
];

/** Creates a program that runs without any output. */
async function silentProgram() {
  const program = path.join(folder, 'engine');
  await writeFile(program, '#!/bin/sh\nexec sleep 1000\n', { mode: 0o755 });
  return program;
}

const ways = limits.flatMap(({ stuck = hangModes, earlier = [], ...limit }) =>
  stuck.map((way) => ({ ...limit, way, isEarlier: earlier.includes(way) })),
);

test('every documented time limit is tested', () => {
  expect([...documented.keys()].toSorted()).toEqual(limits.map(({ what }) => what).toSorted());
});

describe('a stuck peer', () => {
  test.each(ways)('delays $what no longer than documented when it $way', async (limit) => {
    const { what, way, make, becomes, isEarlier } = limit;
    peer.become(way);
    const seconds = documented.get(what) ?? Number.NaN;
    const speed = (seconds * 1_000) / HERE_MILLIS;
    speedUpTime(speed);
    const began = process.hrtime.bigint();
    expect(await make()).toEqual(becomes);
    const waited = (Number(process.hrtime.bigint() - began) / 1e9) * speed;
    expect(waited).toBeLessThan(seconds * 2);
    if (!isEarlier) expect(waited).toBeGreaterThan(seconds * 0.75);
  });
});

test('npm start does not wait for a server that never ends its headers at the port of a former engine', async () => {
  peer.become('never ends its headers');
  const earlier = spawn('sleep', ['1000']);
  const port = Number(new URL(endpoint).port);
  const tenant = { starterId: earlier.pid, engineId: earlier.pid, port };
  const dataFolder = await mkdtemp(path.join(folder, 'started-'));
  await writeFile(path.join(dataFolder, 'tenant.json'), JSON.stringify(tenant));
  const started = await npmStart({ dataDir: dataFolder });
  expect(started.greeting).toContain('is ready');
  expect(earlier.exitCode ?? earlier.signalCode).toBeNull();
  await started.stop();
  earlier.kill();
});
