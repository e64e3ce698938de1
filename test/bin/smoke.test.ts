import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { runSmokeTest } from '../../bin/smoke/run.ts';
import { smokeTest, type SmokeReport } from '../../functions/canary/smoke-test.ts';
import { aJob } from '../setup/a-job.ts';
import { startServer } from '../setup/local-server.ts';
import { sharedService } from '../setup/shared-service.ts';

const service = sharedService();

afterEach(() => {
  delete process.env['JOB_POSTING_API_KEY'];
});

/** Runs the smoke-test command with an API key in its environment. Returns its output. */
async function smoke(apiKey: string | undefined, ...args: string[]) {
  if (apiKey !== undefined) process.env['JOB_POSTING_API_KEY'] = apiKey;
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written) => ({
    write: (text: string | Uint8Array) => {
      written[name] += String(text);
      return true;
    },
  });
  const exitCode = await runSmokeTest(args, { stdout: into('stdout'), stderr: into('stderr') });
  return { exitCode, ...written };
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

type Fault = (request: IncomingMessage, answer: Answer) => Partial<Answer> | undefined;

/** Starts a proxy of the service that rewrites the addresses in its responses and injects the fault. */
const proxyWith = (fault: Fault) =>
  startServer(async (request, response) => {
    const { method = 'GET', headers, url = '' } = request;
    const body = await buffer(request);
    const forwarded = ['accept', 'api-key', 'content-type', 'idempotency-key'].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, String(headers[name])] as const],
    );
    const received = await fetch(`${service.origin}${url}`, {
      method,
      headers: Object.fromEntries(forwarded),
      redirect: 'manual',
      ...(body.length > 0 && { body }),
    });
    const here = `http://${headers.host}`;
    const right = {
      status: received.status,
      headers: Object.fromEntries(
        ['content-type', 'link', 'location'].flatMap((name) => {
          const value = received.headers.get(name);
          return value === null ? [] : [[name, value.replaceAll(service.origin, here)]];
        }),
      ),
      text: await received.text(),
    };
    const { status, headers: answered, text } = { ...right, ...fault(request, right) };
    response.writeHead(status, answered).end(text);
  });

const outcomes = ({ steps }: SmokeReport) =>
  Object.fromEntries(steps.map(({ step, outcome }) => [step, outcome]));

/** The report of a smoke test of the service behind a proxy with a fault. */
async function reportWith(fault: Fault, apiKey: string) {
  const { endpoint: url } = await proxyWith(fault);
  const limits = { test: 20_000, removal: 5_000, lag: 0 };
  return smokeTest({ url, apiKey, referenceId: 'smoke-test' }, undefined, limits);
}

const isTo = ({ method, url = '' }: IncomingMessage, expected: string, path: RegExp) =>
  method === expected && path.test(url);

/** A fault of the responses to one kind of request. */
const to =
  (method: string, path: RegExp, change: (answer: Answer) => Partial<Answer> | undefined): Fault =>
  (request, answer) =>
    isTo(request, method, path) ? change(answer) : undefined;

const otherCity = ({ text }: Answer) => ({ text: text.replace('Ottawa', 'Toronto') });
const stillOpen = ({ text }: Answer) => ({ status: 200, text: `${text} Smoke test, please ignore` });
const withoutJobs = ({ text }: Answer) => ({ text: text.replace(/"data":\[.*\]/, '"data":[]') });

const forbidden: Fault = (request) =>
  request.headers['api-key'] === 'jps_wrong' && isTo(request, 'GET', /v1\.1\/jobs$/)
    ? { status: 403, text: '{"message":"Forbidden"}' }
    : undefined;

/** A fault of a broken deployment for each step, and the reason that the report states. */
const faults: readonly [step: string, fault: Fault, reason: RegExp][] = [
  ['reference data', to('GET', /jobcategories/, () => ({ text: '{"data":[]}' })), /should not be empty/],
  ['a wrong key', forbidden, /should get a 401/],
  [
    'a bad request',
    to('POST', /jobs$/, ({ status, headers }) =>
      status === 400 ? { headers: { ...headers, 'content-type': 'application/json' } } : undefined,
    ),
    /400 problem document/,
  ],
  [
    'create',
    to('POST', /jobs$/, ({ status, headers }) =>
      status === 201 ? { headers: { ...headers, link: '' } } : undefined,
    ),
    /lead to the public page/,
  ],
  ['read', to('GET', /jobs\/\d+$/, otherCity), /read as it was created/],
  ['list', to('GET', /jobs\?status=active/, withoutJobs), /first page of active jobs/],
  ['public page', to('GET', /^\/jobs\/\d+$/, () => ({ status: 502 })), /page should show/],
  ['update', to('PUT', /jobs\/\d+$/, otherCity), /Only the title/],
  ['archive', to('GET', /^\/jobs\/\d+$/, stillOpen), /is closed/],
];

describe('a smoke test', () => {
  test('passes every step on a service that works, and leaves no job behind', async () => {
    const acme = await service.newEmployer();
    await acme.post('/jobs', aJob());
    const { exitCode, stdout } = await smoke(acme.apiKey, '--url', service.origin);
    expect(exitCode).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines).toHaveLength(12);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^✓ [a-z ]{15} +\d+ ms$/);
    expect(lines.at(-1)).toMatch(/^http.*\/api\/v1\.1 passed in \d+ ms$/);
    expect((await acme.get('/jobs')).body.paging.total).toBe(1);
  });

  test('prints one JSON object with --json', async () => {
    const { apiKey } = await service.newEmployer();
    const { exitCode, stdout } = await smoke(apiKey, '--json', '--url', `${service.origin}/api/v1.1/`);
    const report = JSON.parse(stdout) as SmokeReport;
    const passed = { passed: true, milliseconds: expect.any(Number) };
    const steps = expect.arrayContaining([
      { step: 'create', outcome: 'passed', milliseconds: expect.any(Number) },
    ]);
    expect([exitCode, report]).toEqual([0, { url: `${service.origin}/api/v1.1`, ...passed, steps }]);
  });

  test.each(faults)(
    'fails at the faulty step, skips the later steps and removes the test job: %s',
    async (step, fault, reason) => {
      const acme = await service.newEmployer();
      const report = await reportWith(fault, acme.apiKey);
      expect(report.passed).toBe(false);
      const index = report.steps.findIndex(({ outcome }) => outcome === 'failed');
      expect(report.steps[index]).toMatchObject({ step, reason: expect.stringMatching(reason) });
      const later = report.steps.slice(index + 1).map(({ outcome }) => outcome);
      expect(new Set(later)).toEqual(new Set(['skipped']));
      expect((await acme.get('/jobs')).body.paging.total).toBe(0);
    },
  );

  test.each([
    ['passes', 410],
    ['fails', 302],
  ])(
    '%s when a CDN still serves the cached page of the archived job and the service responds with %i',
    async (_, status) => {
      const { apiKey } = await service.newEmployer();
      const report = await reportWith((request, right) => {
        if (isTo(request, 'GET', /^\/jobs\/\d+\/go$/)) return { status };
        if (!isTo(request, 'GET', /^\/jobs\/\d+$/) || right.status === 200) return undefined;
        return { status: 200, headers: { age: '7' } };
      }, apiKey);
      expect(outcomes(report)).toMatchObject({ archive: status === 410 ? 'passed' : 'failed' });
    },
  );

  test('fails when the deleted job can still be read', async () => {
    const { apiKey } = await service.newEmployer();
    const fault = to('GET', /v1\.1\/jobs\/\d+$/, ({ status }) =>
      status === 404 ? { status: 200, text: '{}' } : undefined,
    );
    const report = await reportWith(fault, apiKey);
    expect(outcomes(report)).toMatchObject({ archive: 'passed', delete: 'failed' });
  });

  test('prints the reason of an error response with the request id', async () => {
    const acme = await service.newEmployer();
    const { exitCode, stdout } = await smoke(acme.apiKey, '--url', `${service.origin}/api/v9`);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/✗ reference data {2}\d+ ms {2}404 path_not_found: .* \(request [\w-]+\)\n- /);
  });

  test('removes the job that an interrupted test left, and reports the removal', async () => {
    const acme = await service.newEmployer();
    await acme.post('/jobs', aJob({ referenceId: 'smoke-test' }));
    const { exitCode, stdout } = await smoke(acme.apiKey, '--url', service.origin);
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/✓ an earlier test .* removed the job/)]);
    expect((await acme.get('/jobs')).body.paging.total).toBe(0);
  });

  test('ends at its deadline even if the service does not respond', async () => {
    const { apiKey } = await service.newEmployer();
    const { endpoint: url } = await startServer(async () => undefined);
    const limits = { test: 50, removal: 50, lag: 0 };
    const report = await smokeTest({ url, apiKey, referenceId: 'smoke-test' }, undefined, limits);
    expect(report.steps[0]).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/timeout/) });
  });
});

describe("the smoke test's command line", () => {
  test.each([[[]], [['--url', 'jobs.example.com']], [['--url', 'https://a.example?x']], [['--verbose']]])(
    'is refused with exit code 2 and the help: %j',
    async (args) => {
      const { apiKey } = await service.newEmployer();
      const stderr = expect.stringMatching(/^Specify the service with --url[^]*Usage: /);
      expect(await smoke(apiKey, ...args)).toEqual({ exitCode: 2, stdout: '', stderr });
    },
  );

  test.each([undefined, '', 'secret-of-another-service'])(
    'sends no request without a valid API key: %s',
    async (apiKey) => {
      const outcome = await smoke(apiKey, '--url', 'http://127.0.0.1:9');
      const stderr = expect.stringMatching(/^JOB_POSTING_API_KEY is not set to an API key/);
      expect(outcome).toEqual({ exitCode: 2, stdout: '', stderr });
      expect(outcome.stderr).not.toContain('secret-of-another-service');
    },
  );

  test('prints its help with --help', async () => {
    const stdout = expect.stringMatching(/^Usage: /);
    expect(await smoke(undefined, '--help')).toMatchObject({ exitCode: 0, stdout });
  });
});
