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

type MetricDisplay = Partial<Pick<MetricOptions, 'statistic' | 'label' | 'period'>>;

/** A metric with dimensions; by default its sum. */
const metricOf = (
  namespace: string,
  metricName: string,
  dimensionsMap: Record<string, string>,
  shown: MetricDisplay,
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

const tableActions = [
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
  tableActions.map((Operation) =>
    metricOf('AWS/DynamoDB', metricName, { TableName, Operation }, { statistic, label: Operation }),
  );

/** The namespace of the metrics that a stage's log lines contain. */
export const metricsNamespace = ({ name }: Stage) => `JobPostingService/${name}`;

/** The metrics of basic monitoring, which writes no others, because each metric has a monthly price. */
const basicMetrics: Partial<Record<LoggedId, string>> = {
  refreshDueJobs: 'lag',
  sendApplications: 'oldest',
  sendWebhooks: 'unfinished',
  buildLog: 'unreadable',
  runCanary: 'failed',
};

export function metricSettings(
  stage: Stage,
  operation: LoggedId | undefined,
): { METRICS_NAMESPACE?: string; METRICS?: string } {
  const METRICS_NAMESPACE = metricsNamespace(stage);
  const METRICS = operation && basicMetrics[operation];
  if (monitoringOf(stage) === 'full') return { METRICS_NAMESPACE };
  return monitoringOf(stage) === 'basic' && METRICS !== undefined ? { METRICS_NAMESPACE, METRICS } : {};
}

/** The metrics in log lines, by operation. A request with a method override counts for the operation that it calls. */
interface LoggedMetrics {
  createJob: 'created';
  upsertJob: 'created';
  batchJobs: 'created';
  /** Counts each stored application as `received`, and also as `held` if it is held. */
  receiveApplication: 'received' | 'held';
  /** Days of delay of the oldest due job, and the number of jobs, for each run. */
  refreshDueJobs: 'lag' | 'refreshed';
  /** The age in seconds of the oldest unsent mail that is due, and numbers of mails, for each run. */
  sendApplications: 'oldest' | 'sent' | 'postponed' | 'failed' | 'broken';
  /** `unfinished` is 1 if a run ended before its queue was empty. */
  sendConfirmations: 'unfinished' | 'sent' | 'postponed' | 'failed' | 'broken';
  sendRecruitingLinks: 'unfinished';
  sendWebhooks: 'unfinished';
  /** 1 for each delivery event, by the state of the mail. */
  recordMailEvent:
    'delivered' | 'bounced' | 'complained' | 'refused' | 'undelivered' | 'confirmationsBounced';
  /** 1 for each run in which a step failed. */
  runCanary: 'failed';
  /** 1 for each run in which a search engine failed. */
  notifySearchEngines: 'failed';
  /** 1 for each request. */
  requestEmployerAccountDeletion: 'requested';
  /** Numbers of new events and of unreadable changes, for each run. */
  buildLog: 'events' | 'unreadable';
}

export type LoggedOperation = keyof LoggedMetrics;

/** A metric of an operation's log lines; by default its sum, labelled with its name. */
export const loggedMetric = <Operation extends LoggedOperation>(
  stage: Stage,
  operation: Operation,
  metricName: LoggedMetrics[Operation],
  shown: MetricDisplay = {},
): Metric => metricOf(metricsNamespace(stage), metricName, { operation }, { label: metricName, ...shown });

/** The database units of an operation, from the request log. */
export const unitsMetric = (
  stage: Stage,
  metricName: 'readUnits' | 'writeUnits',
  operation: LoggedId,
): Metric => metricOf(metricsNamespace(stage), metricName, { operation }, { label: operation });

/** Numbers of refused requests (4xx) by problem code, from the request log. */
export const refusalMetrics = (stage: Stage): Metric[] =>
  Object.entries(problems).flatMap(([code, { status }]) =>
    status >= 500
      ? []
      : metricOf(metricsNamespace(stage), 'refused', { code }, { label: `${status} ${code}` }),
  );

export const messagesIn = (queue: Queue): Metric =>
  queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: PERIOD });

/** A rate from 0 to 1 by which SES assesses the account. */
export const reputationMetric = (
  metricName: 'Reputation.BounceRate' | 'Reputation.ComplaintRate',
  label: string,
): Metric => new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Average', period: PERIOD, label });
