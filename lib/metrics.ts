import { Duration } from 'aws-cdk-lib';
import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { indexes } from '../functions/platform/dynamodb/table.ts';
import { problems } from '../schemas/problems.ts';
import type { LoggedId, ScheduledId } from './function-table.ts';
import type { ServedTable } from './resources.ts';
import { monitoringOf, type Stage } from './stages.ts';

/** The period of every graph and alarm. */
export const PERIOD = Duration.minutes(5);

/** A DynamoDB metric of the table and of each index, which DynamoDB counts separately. */
export const tableMetrics = (
  table: ServedTable,
  metricName: string,
  { label }: { label?: string } = {},
): Metric[] =>
  [undefined, ...Object.keys(indexes)].map(
    (index) =>
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName,
        statistic: 'Sum',
        period: PERIOD,
        label: [label, index ?? 'table'].filter(Boolean).join(' '),
        dimensionsMap: { TableName: table.tableName, ...(index && { GlobalSecondaryIndexName: index }) },
      }),
  );

const calls = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'TransactWriteItems',
];

/** How many functions ran at the same time or are reserved in the whole account, whose quota they share. */
export const concurrencyMetric = (): Metric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'ClaimedAccountConcurrency',
    statistic: 'Maximum',
    period: PERIOD,
    label: 'Functions that run at the same time',
  });

/** How long the oldest record of the stream has been waiting for a function, in milliseconds. */
export const waitingMetric = (handler: IFunction): Metric =>
  handler.metric('IteratorAge', {
    statistic: 'Maximum',
    period: PERIOD,
    label: 'Age of the oldest change without an event, ms',
  });

/** A DynamoDB metric for each kind of call that the service makes. */
export const callMetrics = (table: ServedTable, metricName: string, statistic: string): Metric[] =>
  calls.map(
    (Operation) =>
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName,
        statistic,
        period: PERIOD,
        label: Operation,
        dimensionsMap: { TableName: table.tableName, Operation },
      }),
  );

/** Where a stage keeps the metrics that the request log writes. */
export const metricsNamespace = ({ name }: Stage) => `JobPostingService/${name}`;

/** The metrics that the alarms of basic monitoring read. Then no others are written: each costs by the month. */
const basicMetrics: Partial<Record<LoggedId, string>> = {
  refreshDueJobs: 'lag',
  sendApplications: 'oldest',
  sendWebhooks: 'unfinished',
  runCanary: 'failed',
};

/** The settings by which a function writes its metrics. */
export function metricSettings(
  stage: Stage,
  operation: LoggedId | undefined,
): { METRICS_NAMESPACE?: string; METRICS?: string } {
  const METRICS_NAMESPACE = metricsNamespace(stage);
  const METRICS = operation && basicMetrics[operation];
  if (monitoringOf(stage) === 'full') return { METRICS_NAMESPACE };
  return monitoringOf(stage) === 'basic' && METRICS !== undefined ? { METRICS_NAMESPACE, METRICS } : {};
}

/** The metrics of the request log (`functions/http/request-log.ts`), by operation: the one that a method override means. */
export type RequestMetric = 'readUnits' | 'writeUnits';

type Shown = Partial<Pick<MetricOptions, 'statistic' | 'label' | 'period'>>;

/** A metric that the log lines of an operation contain. By default its sum, under its own name. */
const loggedMetric = (stage: Stage, operation: string, metricName: string, shown: Shown = {}): Metric =>
  new Metric({
    namespace: metricsNamespace(stage),
    metricName,
    statistic: 'Sum',
    period: PERIOD,
    label: metricName,
    dimensionsMap: { operation },
    ...shown,
  });

/** A metric of the request log, of one operation. */
export const requestMetric = (stage: Stage, metricName: RequestMetric, operation: LoggedId): Metric =>
  loggedMetric(stage, operation, metricName, { label: operation });

/** The operations that create jobs. */
const creating = ['createJob', 'upsertJob', 'batchJobs'] as const satisfies LoggedId[];

/** How many jobs were created, by operation, as the request log says. */
export const creationMetrics = (stage: Stage): Metric[] =>
  creating.map((operation) => loggedMetric(stage, operation, 'created', { label: operation }));

/** How many requests were refused (4xx), by the code of the problem, as the request log says. */
export const refusalMetrics = (stage: Stage): Metric[] =>
  Object.entries(problems).flatMap(([code, { status }]) =>
    status >= 500
      ? []
      : new Metric({
          namespace: metricsNamespace(stage),
          metricName: 'refused',
          statistic: 'Sum',
          period: PERIOD,
          label: `${status} ${code}`,
          dimensionsMap: { code },
        }),
  );

/** The metrics of each auto-refresh run (`functions/jobs/refresh-due-jobs.ts`): the lag in days, and a number of jobs. */
export type RefreshMetric = 'lag' | 'refreshed';

/** A metric of auto-refresh runs, over all shards. */
export const refreshMetric = (stage: Stage, metricName: RefreshMetric, shown: Shown): Metric =>
  loggedMetric(stage, 'refreshDueJobs' satisfies ScheduledId, metricName, shown);

/**
 * The metrics of each run of mail: the age in seconds of the oldest mail that was due and is still not sent, and
 * numbers of mails; and of the reports on mails: how many did not arrive, by what became of them.
 */
export interface MailMetrics {
  sendApplications: 'oldest' | 'sent' | 'postponed' | 'failed' | 'broken';
  sendConfirmations: 'unfinished' | 'sent' | 'postponed' | 'failed' | 'broken';
  recordMailEvent:
    | 'delivered'
    | 'bounced'
    | 'complained'
    | 'refused'
    | 'undelivered'
    | 'confirmationsBounced'
    | 'confirmationsStopped';
}

/** A metric of mail (the functions that send and record it). */
export const mailMetric = <Id extends keyof MailMetrics>(
  stage: Stage,
  operation: Id,
  metricName: MailMetrics[Id],
  shown: Shown,
): Metric => loggedMetric(stage, operation, metricName, shown);

/** The metrics of each application that was stored (`functions/applications/intake-log.ts`): 1, and 1 if it is held. */
export type IntakeMetric = 'received' | 'held';

/** How many applications were stored, or held. */
export const intakeMetric = (stage: Stage, metricName: IntakeMetric, shown: Shown = {}): Metric =>
  loggedMetric(stage, 'receiveApplication', metricName, shown);

/** The metric of each run of the canary (`functions/canary/canary.ts`), 1 if a step failed: how often it ran, or failed. */
export const canaryMetric = (stage: Stage, counted: 'runs' | 'failed'): Metric =>
  loggedMetric(stage, 'runCanary' satisfies ScheduledId, 'failed', {
    statistic: counted === 'runs' ? 'SampleCount' : 'Sum',
    label: counted,
  });

/** How many runs of an operation ended before the queue that they send from. */
export const unfinishedMetric = (
  stage: Stage,
  operation: Extract<ScheduledId, 'sendConfirmations' | 'sendWebhooks'>,
): Metric => loggedMetric(stage, operation, 'unfinished', { label: 'Runs that ended before their queue' });

/** How many changes a run of the log of events could not read (`functions/events/log-run.ts`), and how many events it made. */
export const eventLogMetric = (stage: Stage, metricName: 'events' | 'unreadable'): Metric =>
  loggedMetric(stage, 'buildLog' satisfies LoggedId, metricName);

/** What SES knows of the whole account, by which it judges it: the shares of mails that bounced or were complained of. */
export type ReputationMetric = 'Reputation.BounceRate' | 'Reputation.ComplaintRate';

/** A metric of SES for the account: from 0 to 1. */
export const reputationMetric = (metricName: ReputationMetric, label: string): Metric =>
  new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Average', period: PERIOD, label });
