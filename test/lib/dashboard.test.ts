import { describe, expect, test } from '@jest/globals';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { lambdaContext } from '../../bin/local/lambda.ts';
import { logQueries } from '../../lib/dashboard.ts';
import {
  loggedMetric,
  metricsNamespace,
  refusalMetrics,
  unitsMetric,
  type LoggedOperation,
} from '../../lib/metrics.ts';
import { aJob } from '../setup/a-job.ts';
import { apply } from '../setup/an-application.ts';
import { loggedLines } from '../setup/logged-lines.ts';
import { startService } from '../setup/service.ts';
import { stages } from './two-stages.ts';

const stage = stages.prod;
process.env['METRICS_NAMESPACE'] = metricsNamespace(stage);
const service = await startService();

interface Counted {
  Namespace: string;
  Dimensions: string[][];
  Metrics: { Name: string }[];
}

/** The metrics in the log lines of `work`, as CloudWatch reads them. */
const metricsOf = async (work: () => Promise<unknown>) =>
  (await loggedLines(work)).flatMap(({ _aws, ...line }) =>
    ((_aws?.CloudWatchMetrics ?? []) as Counted[]).flatMap(({ Namespace, Dimensions, Metrics }) =>
      Metrics.map(({ Name }) => ({
        namespace: Namespace,
        metricName: Name,
        dimensions: Object.fromEntries(Dimensions.flat().map((name) => [name, line[name]])),
        value: line[Name] as number,
      })),
    ),
  );

/** A metric as a dashboard or an alarm reads it. */
const readAs = ({ namespace, metricName, dimensions }: Metric, value: unknown = expect.any(Number)) => ({
  namespace,
  metricName,
  dimensions,
  value,
});

type Employer = Awaited<ReturnType<typeof service.newEmployer>>;

const operations = ['R-1', 'R-2'].map((referenceId) => ({
  operation: 'create',
  body: aJob({ referenceId }),
}));
const upsert = (acme: Employer) => acme.put('/jobs', aJob({ referenceId: 'R' }));
const create = (acme: Employer) => acme.post('/jobs', aJob(), { 'idempotency-key': 'dashboard' });
const refresh = ({ employer }: Employer) => service.runAutoRefresh(employer, 30_000);
async function receive(acme: Employer) {
  const { body } = await acme.post('/jobs', aJob({ status: 'active' }));
  await apply(service.anyone, body.id);
}
const units = (['readUnits', 'writeUnits'] as const).map((name) => unitsMetric(stage, name, 'listJobs'));
const logged = <Id extends LoggedOperation>(id: Id, ...names: Parameters<typeof loggedMetric<Id>>[2][]) =>
  names.map((name) => loggedMetric(stage, id, name));
const refused = (code: string) =>
  refusalMetrics(stage).filter(({ dimensions }) => dimensions?.['code'] === code);

describe('the metrics of alarms and dashboards', () => {
  test.each<[string, (acme: Employer) => Promise<unknown>, Metric[], number?]>([
    ['a list', (acme) => acme.get('/jobs'), units],
    ['a creation', create, logged('createJob', 'created'), 1],
    ['an upsert of a new job', upsert, logged('upsertJob', 'created'), 1],
    ['a batch', (acme) => acme.post('/jobs/batch', { operations }), logged('batchJobs', 'created'), 2],
    ['a wrong key', () => service.anyone.get('/jobs'), refused('api_key_invalid'), 1],
    ['a faulty body', (acme) => acme.post('/jobs', {}), refused('validation_failed'), 1],
    ['a missing job', (acme) => acme.get('/jobs/2147483647'), refused('job_not_found'), 1],
    ['text that is no JSON', (acme) => acme.post('/jobs', '{'), refused('json_malformed'), 1],
    ['a run of auto-refresh', refresh, logged('refreshDueJobs', 'lag', 'refreshed')],
    ['an application', receive, logged('receiveApplication', 'received', 'held')],
  ])('appear in the log of %s', async (...[, work, read, value]) => {
    const acme = await service.newEmployer();
    const written = await metricsOf(() => work(acme));
    expect(read).not.toEqual([]);
    for (const metric of read) expect(written).toContainEqual(readAs(metric, value));
  });

  test.each<[string, (acme: Employer) => Promise<unknown>, (acme: Employer) => Promise<unknown>]>([
    ['a read', async () => undefined, (acme) => acme.get('/jobs')],
    ['a validation', async () => undefined, (acme) => acme.post('/jobs/validate', aJob())],
    ['an upsert that changes nothing', upsert, upsert],
    ['a creation that is repeated with its key', create, create],
  ])('of %s count neither a created job nor a refusal', async (_, before, work) => {
    const acme = await service.newEmployer();
    await before(acme);
    const written = await metricsOf(() => work(acme));
    expect(written.map(({ metricName }) => metricName)).not.toEqual([]);
    expect(written.filter(({ metricName }) => /^(?:created|refused)$/.test(metricName))).toEqual([]);
  });

  test('count unfinished runs only if a schedule starts them, not the stream', async () => {
    const { handler: sendWebhooks } = await import('../../functions/webhooks/send-webhooks.ts');
    await receive(await service.newEmployer());
    const context = lambdaContext('send-webhooks', 'webhooks', () => 1_000);
    const written = await metricsOf(async () => {
      await service.runConfirmations(39_000);
      await sendWebhooks({}, context);
      await sendWebhooks({ Records: [] }, context);
    });
    const unfinished = written
      .filter(({ metricName }) => metricName === 'unfinished')
      .toSorted((a, b) => JSON.stringify(a.dimensions).localeCompare(JSON.stringify(b.dimensions)));
    expect(unfinished).toEqual([
      readAs(loggedMetric(stage, 'sendConfirmations', 'unfinished'), 1),
      readAs(loggedMetric(stage, 'sendRecruitingLinks', 'unfinished'), 0),
      readAs(loggedMetric(stage, 'sendWebhooks', 'unfinished')),
    ]);
  });
});

test('The queries of the dashboard name only fields that the request log writes', async () => {
  const acme = await service.newEmployer();
  const [line = {}] = await loggedLines(() => acme.get('/jobs'));
  const queries = Object.values(logQueries).flat().join('\n');
  const aliases = new Set([...queries.matchAll(/ as (\w+)/g)].map(([, name]) => name));
  const fields = [...queries.matchAll(/\b[a-z]+[A-Z]\w*|\b(?:milliseconds|operation|status)\b/g)].map(
    ([name]) => name,
  );
  expect(fields.filter((field) => !aliases.has(field) && !(field in line))).toEqual([]);
});
