import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  TreatMissingData,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { REFRESH_SHARDS } from '../functions/store/table.ts';
import type { FunctionGroup } from './functions.ts';
import type { JobApi } from './job-api.ts';
import type { ServedTable } from './job-table.ts';
import { PERIOD, refreshMetric, tableMetrics } from './metrics.ts';
import type { OperationFunction } from './operation-function.ts';
import type { Stage } from './stages.ts';

/** What is watched. */
export interface Watched {
  api: JobApi;
  functions: readonly OperationFunction[];
  table: ServedTable;
  deadLetters: Queue;
  stage: Stage;
}

interface Rule {
  id: string;
  /** What it means that the alarm rings, and what to do. */
  meaning: string;
  action: string;
  metric: IMetric;
  /** It rings when so many of the last so many periods reach the threshold. */
  threshold: number;
  periods: { reached: number; of: number };
  /** It rings below the threshold instead, and when there is no value at all. */
  below?: true;
}

/** An alarm takes at most 10 metrics: the functions are summed in groups. */
const groups: Record<FunctionGroup, string> = {
  JobWrites: 'that create, change and delete jobs',
  JobReads: 'that read jobs, serve the documentation, or answer what is no operation',
  ReferenceData: 'of the reference data',
  AutoRefresh: 'of auto-refresh',
};

const sumOf = (metrics: readonly IMetric[], label: string) =>
  new MathExpression({
    // Where a metric has no value the sum goes on without it.
    expression: 'SUM(METRICS())',
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric])),
    label,
    period: PERIOD,
  });

/** So few failures are no rate: one bad minute of a quiet night wakes nobody. */
const FEWEST_FAILURES = 3;

const once = { reached: 1, of: 1 };
const lasting = { reached: 2, of: 3 };
const threeTimes = { reached: 3, of: 3 };

const apiRules = ({ api: { api }, stage: { alarms } }: Watched): Rule[] => [
  {
    id: 'ServerErrors',
    meaning: `At least ${alarms.serverErrorPercent} % of requests are answered with a 5xx.`,
    action:
      'See on the dashboard which operation fails. Answers of 503: the table throttles or DynamoDB is ill, see its graphs. Others are faults of the service: the function logs hold the error by requestId. Began with a deployment: roll back.',
    metric: new MathExpression({
      expression: `IF(failed >= ${FEWEST_FAILURES}, 100 * failed / requests, 0)`,
      usingMetrics: {
        failed: api.metricServerError({ statistic: 'Sum', period: PERIOD }),
        requests: api.metricCount({ period: PERIOD }),
      },
      label: 'Requests answered 5xx, %',
      period: PERIOD,
    }),
    threshold: alarms.serverErrorPercent,
    periods: lasting,
  },
  {
    id: 'Latency',
    meaning: `One request in a hundred takes ${alarms.latencyMillis} ms or more.`,
    action:
      'Compare the graphs by operation: one function slow means its code or its data; all slow and DynamoDB latency up means DynamoDB; many retries show as throttles. Cold starts after a deployment pass by themselves.',
    metric: api.metricLatency({ statistic: 'p99', period: PERIOD }),
    threshold: alarms.latencyMillis,
    periods: lasting,
  },
];

const functionRules = ({ functions }: Watched): Rule[] =>
  Object.entries(groups).flatMap(([group, which]): Rule[] => {
    const members = functions.filter(({ definition }) => definition.group === group);
    const metricsOf = (name: string) =>
      members.map((member) =>
        member.function.metric(name, { statistic: 'Sum', period: PERIOD, label: member.definition.id }),
      );
    return [
      {
        id: `${group}Errors`,
        meaning: `A function ${which} broke off without an answer: it crashed, or ran out of memory or time.`,
        action:
          'The dashboard names the function; its log group says why ("Task timed out", "Runtime.", "Error"). Began with a deployment: roll back.',
        metric: sumOf(metricsOf('Errors'), `Errors of functions ${which}`),
        threshold: 1,
        periods: once,
      },
      {
        id: `${group}Throttles`,
        meaning: `Lambda refused to start a function ${which}: the account has no concurrency left, and clients get 5xx.`,
        action:
          'Compare ConcurrentExecutions with the quota of the account; ask for a higher one, or lower the throttling of the stage in lib/stages.ts and deploy.',
        metric: sumOf(metricsOf('Throttles'), `Throttles of functions ${which}`),
        threshold: 1,
        periods: once,
      },
    ];
  });

const tableRules = ({ table }: Watched): Rule[] => [
  {
    id: 'TableThrottles',
    meaning:
      'DynamoDB refuses calls because one partition or the quota of the table is used up. The service retries within the request; what still fails is answered 503 and changes nothing.',
    action:
      'The dashboard tells the table from its indexes, and the capacity by operation names the caller. One employer importing: it passes; ask for fewer at once. Lasting: raise the quota of the table.',
    metric: sumOf(
      [...tableMetrics(table, 'ReadThrottleEvents'), ...tableMetrics(table, 'WriteThrottleEvents')],
      'Throttled reads and writes',
    ),
    threshold: 10,
    periods: lasting,
  },
];

const HOUR = Duration.hours(1);

const refreshRules = ({ deadLetters, stage }: Watched): Rule[] => [
  {
    id: 'RefreshLate',
    meaning: 'For three hours a job has been due for auto-refresh for more than a day.',
    action:
      'Lines of refreshDueJobs in the log of RefreshDueJobs: "failed" with errors means jobs that need mending; "finished": false means more work than time, which the next runs catch up with. A large employer that has just come to the unlimited plan passes by itself.',
    metric: refreshMetric(stage, 'lag', {
      statistic: 'Maximum',
      period: HOUR,
      label: 'Days by which the oldest due job is late',
    }),
    threshold: 2,
    periods: threeTimes,
  },
  {
    id: 'RefreshMissing',
    meaning:
      'For three hours not every shard has had its run of auto-refresh. After the first deployment it rings until the first hours are full.',
    action:
      'See whether the schedules are enabled and what RefreshDeadLetters and AutoRefreshErrors say. Nothing is lost: the next run does all that is due, or npm run admin -- refresh.',
    metric: refreshMetric(stage, 'lag', {
      statistic: 'SampleCount',
      period: HOUR,
      label: 'Runs of auto-refresh in an hour',
    }),
    threshold: REFRESH_SHARDS,
    periods: threeTimes,
    below: true,
  },
  {
    id: 'RefreshDeadLetters',
    meaning: 'A run of auto-refresh could not be started, or broke off again and again.',
    action:
      'The message in the queue DeadLetters names the shard, the log of RefreshDueJobs says why. Nothing is lost: the next run does what is due. Delete the message once a run has passed.',
    metric: deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: PERIOD }),
    threshold: 1,
    periods: once,
  },
];

/** The alarms, each with what it means and what to do; all of them ring at the topic, and again when it is over. */
export function addAlarms(scope: Construct, watched: Watched, topic: ITopic): Alarm[] {
  const rules = [
    ...apiRules(watched),
    ...functionRules(watched),
    ...tableRules(watched),
    ...refreshRules(watched),
  ];
  const action = new SnsAction(topic);
  return rules.map(({ id, meaning, action: advice, metric, threshold, periods, below }) => {
    const alarm = new Alarm(scope, id, {
      alarmDescription: `${meaning} What to do: ${advice}`,
      metric,
      threshold,
      comparisonOperator: below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: periods.of,
      datapointsToAlarm: periods.reached,
      treatMissingData: below ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    return alarm;
  });
}
