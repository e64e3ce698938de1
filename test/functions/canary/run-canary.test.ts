import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { adminOfSuite } from '../../setup/admin.ts';
import { loggedLines } from '../../setup/logged-lines.ts';
import { ownService } from '../../setup/own-service.ts';

process.env['METRICS_NAMESPACE'] = 'JobPostingService/test';
// A table has one canary, so this suite must not share its table with another suite.
const service = await ownService();
const { items, printed: admin } = adminOfSuite();

let firstRun: unknown;
let employersAfterIt: unknown;

beforeAll(async () => {
  firstRun = await service.runCanary();
  ({ employers: employersAfterIt } = await admin('employer list'));
});

/** Runs the canary, and returns the report and the log line with the metrics. */
async function canary() {
  let report: unknown;
  const lines = await loggedLines(async () => (report = await service.runCanary()));
  const { _aws: metered, ...line } = lines.find(({ operation }) => operation === 'runCanary') ?? {};
  const metrics = Object.fromEntries(
    metered.CloudWatchMetrics[0].Metrics.map(({ Name }: { Name: string }) => [Name, line[Name]]),
  );
  return { report, line, metrics, calls: lines.length - 1 };
}

const jobsOf = async (employerId: number) =>
  (await service.anyone.get(`/public/jobs?employer=${employerId}`)).body.data;

describe('the canary', () => {
  test('creates its employer on its first run, without any command', () => {
    expect(firstRun).toMatchObject({ started: true, passed: true });
    expect(employersAfterIt).toMatchObject([{ name: 'Canary', plan: 'standard', suspendedAt: null }]);
  });

  test('sends no requests once it is stopped, and still logs its run', async () => {
    const { employer } = await admin('canary start');
    await admin(`employer suspend ${employer.id}`);
    const { report, line, metrics, calls } = await canary();
    expect(report).toEqual({ started: false });
    expect(line).toMatchObject({ level: 'INFO', started: false });
    expect([metrics, calls]).toEqual([{ failed: 0, readUnits: 2, writeUnits: 0 }, 0]);
  });

  test('passes while the service works, and deletes the job that it creates', async () => {
    const { employer, key } = await admin('canary start');
    expect([employer.name, employer.suspendedAt, key.label]).toEqual(['Canary', null, 'canary']);
    expect(key.permissions).toEqual(['jobs:read', 'jobs:write']);
    const { report, line, metrics, calls } = await canary();
    expect(report).toMatchObject({ started: true, passed: true, url: `${service.origin}/api/v1.1` });
    expect(line).toMatchObject({ level: 'INFO', started: true });
    expect(metrics).toMatchObject({ failed: 0 });
    expect(calls).toBeGreaterThan(10);
    expect(await jobsOf(employer.id)).toEqual([]);
  });

  test('passes when a person runs it during a scheduled run, because each run has its own referenceId', async () => {
    await admin('canary start');
    const runs = await Promise.all([service.runCanary(), service.runCanary({ referenceId: 'deployment' })]);
    expect(runs).toMatchObject([{ passed: true }, { passed: true }]);
  });

  test('has one employer and one key, even when an operator starts it repeatedly', async () => {
    const start = await admin('canary start');
    expect(await admin('canary start')).toEqual(expect.objectContaining({ employer: start.employer }));
    const { employers } = await admin('employer list');
    expect(employers.filter(({ name }: { name: string }) => name === 'Canary')).toHaveLength(1);
    expect((await admin(`key list --employer ${start.employer.id}`)).keys).toHaveLength(1);
  });

  test('is stopped by revoking its key, and can be started again', async () => {
    const { key } = await admin('canary start');
    await admin(`key revoke ${key.id}`);
    expect(await service.runCanary()).toEqual({ started: false });
    expect((await admin('canary start')).key).toMatchObject({ id: key.id, revokedAt: null });
    expect(await service.runCanary()).toMatchObject({ started: true });
  });

  test('never reveals its key', async () => {
    const printed = JSON.stringify(await admin('canary start'));
    expect(`${printed} ${JSON.stringify(await items())}`).not.toMatch(/jps_/);
  });
});

describe('a failure of the canary', () => {
  afterEach(() => void jest.restoreAllMocks());

  test('is reported by a metric and by a log line with the step, the reason and the requestId', async () => {
    await admin('canary start');
    const real = globalThis.fetch;
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const response = await real(input, init);
      const problem = { code: 'path_not_found', status: 404, detail: 'No such path.', requestId: 'r-1' };
      const isList = input === `${service.origin}/api/v1.1/jobcategories`;
      return isList ? Response.json(problem, { status: 404 }) : response;
    });
    const { line, metrics } = await canary();
    expect(metrics).toMatchObject({ failed: 1 });
    expect(line).toMatchObject({
      level: 'ERROR',
      step: 'reference data',
      reason: '404 path_not_found: No such path. (request r-1)',
    });
  });
});
