import { describe, expect, jest, test } from '@jest/globals';
import { runSmokeTest } from '../../bin/smoke/run.ts';
import { smokeTest, type SmokeReport } from '../../functions/canary/smoke-test.ts';
import { aJob } from '../setup/a-job.ts';
import { sharedService } from '../setup/shared-service.ts';

const service = sharedService();

/** Runs the smoke-test command with an API key in its environment. Returns its output. */
async function smoke(apiKey: string | undefined, ...args: string[]) {
  delete process.env['JOB_POSTING_API_KEY'];
  if (apiKey !== undefined) process.env['JOB_POSTING_API_KEY'] = apiKey;
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written) => ({
    write: (text: string | Uint8Array) => (written[name] += String(text)) !== '',
  });
  const exitCode = await runSmokeTest(args, { stdout: into('stdout'), stderr: into('stderr') });
  return { exitCode, ...written };
}

interface SentRequest {
  method: string;
  path: string;
  apiKey: string | null;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

type Fault = (request: SentRequest, answer: Answer) => Partial<Answer> | undefined;

/** The report of a smoke test that gets the responses of the service with a fault. */
async function reportWith(fault: Fault, apiKey: string) {
  const { fetch } = globalThis;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const { method, url, headers: sentHeaders } = new Request(address, init);
    const response = await fetch(address, init);
    const right = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    };
    const { pathname, search } = new URL(url);
    const request = { method, path: pathname + search, apiKey: sentHeaders.get('api-key') };
    const { status, headers, text } = { ...right, ...fault(request, right) };
    return new Response(text || null, { status, headers });
  });
  const limits = { test: 20_000, removal: 5_000, lag: 0 };
  const target = { url: service.origin, apiKey, referenceId: 'smoke-test' };
  return smokeTest(target, undefined, limits).finally(() => jest.restoreAllMocks());
}

const isTo = ({ method, path }: SentRequest, expected: string, pattern: RegExp) =>
  method === expected && pattern.test(path);

/** A fault of the responses to one kind of request. */
const to =
  (method: string, path: RegExp, change: (answer: Answer) => Partial<Answer> | undefined): Fault =>
  (request, answer) =>
    isTo(request, method, path) ? change(answer) : undefined;

const otherCity = ({ text }: Answer) => ({ text: text.replace('Ottawa', 'Toronto') });
const stillOpen = ({ text }: Answer) => ({ status: 200, text: `${text} Smoke test, please ignore` });
const withoutJobs = ({ text }: Answer) => ({ text: text.replace(/"data":\[.*\]/, '"data":[]') });

const forbidden: Fault = (request) =>
  request.apiKey === 'jps_wrong' && isTo(request, 'GET', /v1\.1\/jobs$/)
    ? { status: 403, text: '{"message":"Forbidden"}' }
    : undefined;
const stillReadable = ({ status }: Answer) => (status === 404 ? { status: 200, text: '{}' } : undefined);

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
  ['delete', to('GET', /v1\.1\/jobs\/\d+$/, stillReadable), /was accepted/],
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
      expect(later).toEqual(later.map(() => 'skipped'));
      expect((await acme.get('/jobs')).body.paging.total).toBe(0);
    },
  );

  test.each([
    ['passed', 410],
    ['failed', 302],
  ])(
    'has %s when a CDN still serves the cached page of the archived job and the service responds with %i',
    async (outcome, status) => {
      const { apiKey } = await service.newEmployer();
      const report = await reportWith((request, right) => {
        if (isTo(request, 'GET', /^\/jobs\/\d+\/go$/)) return { status };
        if (!isTo(request, 'GET', /^\/jobs\/\d+$/) || right.status === 200) return undefined;
        return { status: 200, headers: { age: '7' } };
      }, apiKey);
      expect(report.steps).toContainEqual(expect.objectContaining({ step: 'archive', outcome }));
    },
  );

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
