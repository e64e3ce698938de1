import { Duration } from 'aws-cdk-lib';
import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { indexes } from '../functions/platform/dynamodb/table.ts';
import { problems } from '../schemas/problems.ts';
import type { LoggedId } from './function-table.ts';
import type { ServedTable } from './resources.ts';
import { monitoringOf, type Stage } from './stages.ts';

/** The period of every graph and alarm. */
export const PERIOD = Duration.minutes(5);

type Shown = Partial<Pick<MetricOptions, 'statistic' | 'label' | 'period'>>;

/** A metric of some dimensions. By default its sum. */
const metricOf = (
  namespace: string,
  metricName: string,
  dimensionsMap: Record<string, string>,
  shown: Shown,
) => new Metric({ namespace, metricName, dimensionsMap, statistic: 'Sum', period: PERIOD, ...shown });

/** A DynamoDB metric of the table and of each index, which DynamoDB counts separately. */
export const tableMetrics = ({ tableName: TableName }: ServedTable, metricName: string, label?: string) =>
  [undefined, ...Object.keys(indexes)].map((index) =>
    metricOf(
      'AWS/DynamoDB',
      metricName,
      { TableName, ...(index && { GlobalSecondaryIndexName: index }) },
      { label: [label, index ?? 'table'].filter(Boolean).join(' ') },
    ),
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

/** A DynamoDB metric for each kind of call that the service makes. */
export const callMetrics = ({ tableName: TableName }: ServedTable, metricName: string, statistic: string) =>
  calls.map((Operation) =>
    metricOf('AWS/DynamoDB', metricName, { TableName, Operation }, { statistic, label: Operation }),
  );

/** Where a stage keeps the metrics that the request log writes. */
export const metricsNamespace = ({ name }: Stage) => `JobPostingService/${name}`;

/** The metrics that the alarms of basic monitoring read. Then no others are written: each costs by the month. */
const basicMetrics: Partial<Record<LoggedId, string>> = {
  refreshDueJobs: 'lag',
  sendApplications: 'oldest',
  sendWebhooks: 'unfinished',
  buildLog: 'unreadable',
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

/** The metrics that log lines of an operation contain, by operation: the one that a method override means. */
interface LoggedMetrics {
  createJob: 'created';
  upsertJob: 'created';
  batchJobs: 'created';
  /** Of each application that is stored: 1, and 1 if it is held. */
  receiveApplication: 'received' | 'held';
  /** Of each run: by how many days the oldest due job is late, and a number of jobs. */
  refreshDueJobs: 'lag' | 'refreshed';
  /** Of each run: the age in seconds of the oldest mail that was due and is still not sent, and numbers of mails. */
  sendApplications: 'oldest' | 'sent' | 'postponed' | 'failed' | 'broken';
  /** `unfinished`: 1 if a run ended before the queue that it sends from. */
  sendConfirmations: 'unfinished' | 'sent' | 'postponed' | 'failed' | 'broken';
  sendRecruitingLinks: 'unfinished';
  sendDigests: 'unfinished';
  sendWebhooks: 'unfinished';
  /** Of each report of SES: 1 by what became of a mail. */
  recordMailEvent:
    'delivered' | 'bounced' | 'complained' | 'refused' | 'undelivered' | 'confirmationsBounced';
  /** Of each run: 1 if a step failed. */
  runCanary: 'failed';
  /** Of each run: numbers of events that it made, and of changes that it could not read. */
  buildLog: 'events' | 'unreadable';
}

export type Logging = keyof LoggedMetrics;

/** A metric that the log lines of an operation contain. By default its sum, under its own name. */
export const loggedMetric = <Operation extends Logging>(
  stage: Stage,
  operation: Operation,
  metricName: LoggedMetrics[Operation],
  shown: Shown = {},
): Metric => metricOf(metricsNamespace(stage), metricName, { operation }, { label: metricName, ...shown });

/** The database units of one operation, as the request log says (`functions/http/request-log.ts`). */
export const unitsMetric = (
  stage: Stage,
  metricName: 'readUnits' | 'writeUnits',
  operation: LoggedId,
): Metric => metricOf(metricsNamespace(stage), metricName, { operation }, { label: operation });

/** How many requests were refused (4xx), by the code of the problem, as the request log says. */
export const refusalMetrics = (stage: Stage): Metric[] =>
  Object.entries(problems).flatMap(([code, { status }]) =>
    status >= 500
      ? []
      : metricOf(metricsNamespace(stage), 'refused', { code }, { label: `${status} ${code}` }),
  );

/** How many messages are in a queue of what could not be processed. */
export const messagesIn = (queue: Queue): Metric =>
  queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: PERIOD });

/** A metric of SES for the account, from 0 to 1: by these shares, SES judges it. */
export const reputationMetric = (
  metricName: 'Reputation.BounceRate' | 'Reputation.ComplaintRate',
  label: string,
): Metric => new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Average', period: PERIOD, label });
