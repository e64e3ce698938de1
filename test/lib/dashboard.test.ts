import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { lambdaContext } from '../../bin/local/lambda.ts';
import { logQueries } from '../../lib/dashboard/function-graphs.ts';
import {
  creationMetrics,
  intakeMetric,
  metricsNamespace,
  refreshMetric,
  refusalMetrics,
  requestMetric,
  unfinishedMetric,
} from '../../lib/metrics.ts';
import { aJob } from '../setup/a-job.ts';
import { apply } from '../setup/an-application.ts';
import type { Client, Reply } from '../setup/client.ts';
import { startService } from '../setup/service.ts';
import { stages } from './two-stages.ts';

const stage = stages.prod;
process.env['METRICS_NAMESPACE'] = metricsNamespace(stage);
const service = await startService();

const lines: string[] = [];
beforeAll(async () => {
  const log = jest.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
  await (await service.newEmployer()).get('/jobs');
  log.mockRestore();
});
afterAll(service.close);

/** The one line of the request. */
const line = () => {
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '') as {
    operation: string;
    _aws: { CloudWatchMetrics: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string }[] }[] };
  };
};

/** The metrics of creations and refusals in the line of a request, each with its dimensions and its value. */
async function metricsOf(request: (acme: Client) => Promise<Reply>) {
  const acme = await service.newEmployer();
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  await request(acme);
  const { _aws, ...written } = JSON.parse(String(log.mock.lastCall?.[0]));
  log.mockRestore();
  const found = (_aws as ReturnType<typeof line>['_aws']).CloudWatchMetrics.flatMap(
    ({ Dimensions, Metrics }) =>
      Metrics.map(({ Name }) => ({
        metricName: Name,
        dimensions: Object.fromEntries(Dimensions.flat().map((name) => [name, written[name]])),
        value: written[Name],
      })),
  );
  return found.filter(({ metricName }) => metricName === 'created' || metricName === 'refused');
}

describe('the dashboard', () => {
  test.each(['readUnits', 'writeUnits'] as const)('graphs %s as the request log writes it', (name) => {
    const metric = requestMetric(stage, name, 'listJobs');
    const { operation, _aws } = line();
    const [written] = _aws.CloudWatchMetrics;
    expect(written?.Namespace).toBe(metric.namespace);
    expect(written?.Metrics).toContainEqual(expect.objectContaining({ Name: metric.metricName }));
    expect(written?.Dimensions).toEqual([Object.keys(metric.dimensions ?? {})]);
    expect(metric.dimensions).toEqual({ operation });
  });

  const graphed = [...creationMetrics(stage), ...refusalMetrics(stage)].map(({ metricName, dimensions }) => ({
    metricName,
    dimensions,
  }));

  const operations = ['R-1', 'R-2'].map((referenceId) => ({
    operation: 'create',
    body: aJob({ referenceId }),
  }));
  const key = { 'idempotency-key': 'dashboard' };

  test.each<[string, (acme: Client) => Promise<Reply>, number]>([
    ['a creation', (acme) => acme.post('/jobs', aJob()), 1],
    ['an upsert of a new job', (acme) => acme.put('/jobs', aJob({ referenceId: 'R' })), 1],
    ['a batch', (acme) => acme.post('/jobs/batch', { operations }), 2],
  ])('graphs how many jobs %s creates', async (_, request, created) => {
    const [metric, ...others] = await metricsOf(request);
    expect(others).toEqual([]);
    expect(metric?.value).toBe(created);
    expect(graphed).toContainEqual({ metricName: metric?.metricName, dimensions: metric?.dimensions });
  });

  test.each<[string, (acme: Client) => Promise<Reply>]>([
    ['api_key_invalid', () => service.anyone.get('/jobs')],
    ['validation_failed', (acme) => acme.post('/jobs', {})],
    ['job_not_found', (acme) => acme.get('/jobs/2147483647')],
    ['json_malformed', (acme) => acme.post('/jobs', '{')],
  ])('graphs a refusal by its code: %s', async (code, request) => {
    const metrics = await metricsOf(request);
    expect(metrics).toEqual([{ metricName: 'refused', dimensions: { code }, value: 1 }]);
    expect(graphed).toContainEqual({ metricName: 'refused', dimensions: { code } });
  });

  test.each<[string, (acme: Client) => Promise<Reply>]>([
    ['a read', (acme) => acme.get('/jobs')],
    ['a validation', (acme) => acme.post('/jobs/validate', aJob())],
    [
      'an upsert that changes nothing',
      async (acme) => {
        await acme.put('/jobs', aJob({ referenceId: 'R' }));
        return acme.put('/jobs', aJob({ referenceId: 'R' }));
      },
    ],
    [
      'a creation that is repeated with its key',
      async (acme) => {
        await acme.post('/jobs', aJob(), key);
        return acme.post('/jobs', aJob(), key);
      },
    ],
  ])('graphs no job as created by %s', async (_, request) => {
    expect(await metricsOf(request)).toEqual([]);
  });

  test.each(['lag', 'refreshed'] as const)(
    'graphs %s as each run of auto-refresh writes it',
    async (name) => {
      const { employer } = await service.newEmployer();
      const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
      await service.runAutoRefresh(employer, 30_000);
      const { _aws, ...written } = JSON.parse(String(log.mock.lastCall?.[0]));
      log.mockRestore();
      const metric = refreshMetric(stage, name, { statistic: 'Maximum', label: name });
      const [{ Namespace, Dimensions, Metrics }] = _aws.CloudWatchMetrics;
      expect(Namespace).toBe(metric.namespace);
      expect(Metrics).toContainEqual(expect.objectContaining({ Name: metric.metricName }));
      expect(written[name]).toEqual(expect.any(Number));
      expect(Dimensions).toEqual([Object.keys(metric.dimensions ?? {})]);
      expect(metric.dimensions).toEqual({ operation: written.operation });
    },
  );

  test.each(['received', 'held'] as const)(
    'graphs how many applications are %s as each one that is stored is logged',
    async (name) => {
      const employer = await service.newEmployer();
      const { body } = await employer.post('/jobs', aJob({ status: 'active' }));
      const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
      await apply(service.anyone, body.id);
      const logged = log.mock.calls.map(([written]) => JSON.parse(String(written)));
      log.mockRestore();
      const { _aws, ...fields } = logged.find(({ operation }) => operation === 'receiveApplication');
      const metric = intakeMetric(stage, name);
      const [{ Namespace, Dimensions, Metrics }] = _aws.CloudWatchMetrics;
      expect(Namespace).toBe(metric.namespace);
      expect(Metrics).toContainEqual(expect.objectContaining({ Name: metric.metricName }));
      expect(fields[name]).toEqual(expect.any(Number));
      expect(Dimensions).toEqual([Object.keys(metric.dimensions ?? {})]);
      expect(metric.dimensions).toEqual({ operation: fields.operation });
    },
  );

  test('has alarms of unfinished runs, which count what a run of a schedule writes, and none that the stream starts', async () => {
    const { handler: sendWebhooks } = await import('../../functions/webhooks/send-webhooks.ts');
    const { body } = await (await service.newEmployer()).post('/jobs', aJob({ status: 'active' }));
    await apply(service.anyone, body.id);
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const context = lambdaContext('send-webhooks', 'webhooks', () => 1_000);
    await service.runConfirmations(39_000);
    await sendWebhooks({}, context);
    await sendWebhooks({ Records: [] }, context);
    const logged = log.mock.calls.map(([written]) => JSON.parse(String(written)));
    log.mockRestore();
    for (const each of ['sendConfirmations', 'sendWebhooks'] as const) {
      const { namespace, metricName, dimensions } = unfinishedMetric(stage, each);
      const counted = logged.filter(
        (one) => one.operation === dimensions?.['operation'] && metricName in one,
      );
      expect(counted).toHaveLength(1);
      const [{ _aws }] = counted;
      const [{ Namespace, Dimensions, Metrics }] = _aws.CloudWatchMetrics;
      expect([Namespace, Dimensions]).toEqual([namespace, [['operation']]]);
      expect(Metrics).toContainEqual(expect.objectContaining({ Name: metricName }));
    }
    expect(logged.find(({ operation }) => operation === 'sendConfirmations')).toMatchObject({
      sent: 0,
      finished: false,
      unfinished: 1,
    });
  });

  test('queries only fields that the request log writes', () => {
    const queries = Object.values(logQueries).flat().join('\n');
    const named = new Set([...queries.matchAll(/ as (\w+)/g)].map(([, name]) => name));
    const fields = [...queries.matchAll(/\b[a-z]+[A-Z]\w*|\b(?:milliseconds|operation|status)\b/g)].map(
      ([name]) => name,
    );
    const unknown = fields.filter((field) => !named.has(field) && !(field in line()));
    expect(unknown).toEqual([]);
  });
});
