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
import { REFRESH_SHARDS } from '../functions/platform/dynamodb/table.ts';
import { groups } from './function-table.ts';
import type { JobApi } from './job-api.ts';
import type { ServedTable } from './job-table.ts';
import type { Mail } from './mail.ts';
import {
  canaryMetric,
  callMetrics,
  concurrencyMetric,
  intakeMetric,
  mailMetric,
  PERIOD,
  refreshMetric,
  reputationMetric,
  tableMetrics,
  type MailMetrics,
} from './metrics.ts';
import type { OperationFunction } from './operation-function.ts';
import type { Stage } from './stages.ts';

/** What the alarms and the dashboard monitor. */
export interface Watched {
  api: JobApi;
  functions: readonly OperationFunction[];
  table: ServedTable;
  deadLetters: Queue;
  mail: Mail;
  stage: Stage;
}

interface Rule {
  id: string;
  /** What the alarm means. */
  meaning: string;
  action: string;
  metric: IMetric;
  /** The alarm goes off when `reached` of the last `of` periods reach the threshold. */
  threshold: number;
  periods: { reached: number; of: number };
  /** The alarm goes off below the threshold instead, and when there is no data. */
  below?: true;
}

const sumOf = (metrics: readonly IMetric[], label: string) =>
  new MathExpression({
    // A metric without data counts as 0.
    expression: 'SUM(METRICS())',
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric])),
    label,
    period: PERIOD,
  });

/** Fewer failures do not count as a rate, so that one bad minute in a quiet night wakes nobody. */
const FEWEST_FAILURES = 3;

const once = { reached: 1, of: 1 };
const lasting = { reached: 2, of: 3 };
const threeTimes = { reached: 3, of: 3 };

/** Fewer refusals are a client that is being set up. */
const FEWEST_REFUSALS = 100;

/** The share of requests with a kind of response, in percent; 0 where these are fewer than `fewest`. */
const shareOf = (api: JobApi['api'], kind: string, counted: IMetric, fewest: number) =>
  new MathExpression({
    expression: `IF(counted >= ${fewest}, 100 * counted / requests, 0)`,
    usingMetrics: { counted, requests: api.metricCount({ period: PERIOD }) },
    label: `Requests with a ${kind} response, %`,
    period: PERIOD,
  });

const apiRules = ({ api: { api, tooManyRequests }, stage: { alarms } }: Watched): Rule[] => [
  {
    id: 'ServerErrors',
    meaning: `At least ${alarms.serverErrorPercent} % of requests get a 5xx response.`,
    action:
      'Find the failing operation on the dashboard. Responses with 503 mean that the table is throttled or DynamoDB has a problem: see its graphs. Others are errors of the service: the function logs contain the error by requestId. If it began with a deployment, roll back.',
    metric: shareOf(api, '5xx', api.metricServerError({ statistic: 'Sum', period: PERIOD }), FEWEST_FAILURES),
    threshold: alarms.serverErrorPercent,
    periods: lasting,
  },
  {
    id: 'ClientErrors',
    meaning: 'At least half of the requests get a 4xx response.',
    action:
      'The access log shows routes, statuses and addresses. 401 for one employer: its key ended. 404 or 400 for many after a deployment: roll back. Otherwise somebody tries things out: lower the throttling of public and other in stages.json.',
    metric: shareOf(api, '4xx', api.metricClientError({ statistic: 'Sum', period: PERIOD }), FEWEST_REFUSALS),
    threshold: 50,
    periods: lasting,
  },
  {
    id: 'TooManyRequests',
    meaning: 'At least 5 % of the requests get a 429 response.',
    action:
      'The access log tells whose: with a gatewayErrorType, the limit of a route in stages.json refused it, otherwise the rate limit of an API key. Raise what is too low for ordinary use; ask an employer that sends too much to send batches.',
    metric: shareOf(api, '429', tooManyRequests, FEWEST_REFUSALS),
    threshold: 5,
    periods: lasting,
  },
  {
    id: 'Latency',
    meaning: `One request in a hundred takes ${alarms.latencyMillis} ms or more.`,
    action:
      'Compare the graphs by operation. If one function is slow, look at its code and data; if all are slow and DynamoDB latency is up, DynamoDB is the cause; many retries show up as throttles. Cold starts after a deployment pass by themselves.',
    metric: api.metricLatency({ statistic: 'p99', period: PERIOD }),
    threshold: alarms.latencyMillis,
    periods: lasting,
  },
];

const functionRules = ({ functions }: Watched): Rule[] =>
  Object.entries(groups).flatMap(([group, { which }]): Rule[] => {
    const members = functions.filter(({ definition }) => definition.group === group);
    const metricsOf = (name: string) =>
      members.map((member) =>
        member.function.metric(name, { statistic: 'Sum', period: PERIOD, label: member.definition.id }),
      );
    return [
      {
        id: `${group}Errors`,
        meaning: `A function ${which} ended without a response: it crashed, timed out or ran out of memory.`,
        action:
          'The dashboard names the function; its log group gives the reason ("Task timed out", "Runtime.", "Error"). If it began with a deployment, roll back.',
        metric: sumOf(metricsOf('Errors'), `Errors of functions ${which}`),
        threshold: 1,
        periods: once,
      },
      {
        id: `${group}Throttles`,
        meaning: `Lambda could not start a function ${which}: the account has no concurrency left, and clients get 5xx responses.`,
        action:
          "Compare ConcurrentExecutions with the account's quota. Request a higher quota, or lower the stage's throttling limits in stages.json and deploy.",
        metric: sumOf(metricsOf('Throttles'), `Throttles of functions ${which}`),
        threshold: 1,
        periods: once,
      },
    ];
  });

/** How much of the account's quota of concurrent functions may be in use, in percent. */
const FULL_QUOTA = 80;

const quotaRules = ({ stage: { alarms } }: Watched): Rule[] => [
  {
    id: 'ConcurrencyNearQuota',
    meaning: `At least ${FULL_QUOTA} % of the ${alarms.concurrencyQuota} functions that the account may run at the same time did: beyond that, clients get 5xx responses.`,
    action:
      "Request a higher quota under Service Quotas (Lambda, concurrent executions), then set the stage's alarms.concurrencyQuota. If a function has become slow or something floods the API, the dashboard shows which.",
    metric: concurrencyMetric(),
    threshold: (FULL_QUOTA / 100) * alarms.concurrencyQuota,
    periods: once,
  },
];

const tableErrorRules = ({ table }: Watched): Rule[] => [
  {
    id: 'TableSystemErrors',
    meaning:
      'DynamoDB answers with errors of its own. The service retries within the request; requests that still fail get a 503 response and change nothing.',
    action:
      'Look at the AWS Health Dashboard. Nothing has to be done for the data; clients repeat what was refused. If it lasts, open a case with AWS.',
    metric: sumOf(callMetrics(table, 'SystemErrors', 'Sum'), 'Errors of DynamoDB'),
    threshold: 10,
    periods: lasting,
  },
];

/** The throttles of the table and its indexes; reads and writes apart, or there would be more than 10 metrics. */
const tableRules = ({ table }: Watched): Rule[] =>
  (['Read', 'Write'] as const).map((kind) => ({
    id: `Table${kind}Throttles`,
    meaning: `DynamoDB throttles ${kind.toLowerCase()}s because a partition or the table has reached its limit. The service retries within the request; requests that still fail get a 503 response and change nothing.`,
    action:
      'The dashboard shows the table and its indexes separately; the capacity by operation shows the cause. If one employer is importing jobs, it will pass: ask for fewer requests at once. If it lasts, see the runbook, "The table is throttled".',
    metric: sumOf(tableMetrics(table, `${kind}ThrottleEvents`), `Throttled ${kind.toLowerCase()}s`),
    threshold: 10,
    periods: lasting,
  }));

const HOUR = Duration.hours(1);

const refreshRules = ({ deadLetters, stage }: Watched): Rule[] => [
  {
    id: 'RefreshLate',
    meaning: 'For three hours, a job has been overdue for auto-refresh by more than a day.',
    action:
      'Look for refreshDueJobs in the log of RefreshDueJobs. "failed" with errors means that jobs need to be fixed; "finished": false means that the run ran out of time, and the next runs will catch up. After a large employer has moved to the unlimited plan, the alarm passes by itself.',
    metric: refreshMetric(stage, 'lag', {
      statistic: 'Maximum',
      period: HOUR,
      label: 'Delay of the oldest due job, days',
    }),
    threshold: 2,
    periods: threeTimes,
  },
  {
    id: 'RefreshMissing',
    meaning:
      'For three hours, not every shard has had its auto-refresh run. After the first deployment, the alarm stays on until three full hours have passed.',
    action:
      'Check that the schedules are enabled, and look at RefreshDeadLetters and AutoRefreshErrors. Nothing is lost: the next run, or npm run admin -- refresh, does everything that is due.',
    metric: refreshMetric(stage, 'lag', {
      statistic: 'SampleCount',
      period: HOUR,
      label: 'Auto-refresh runs per hour',
    }),
    threshold: REFRESH_SHARDS,
    periods: threeTimes,
    below: true,
  },
  {
    id: 'ScheduleDeadLetters',
    meaning: 'A run of a scheduled function could not be started, or failed repeatedly.',
    action:
      'The message in the queue of Scheduling names the function and its input; the log of the function gives the reason. Nothing is lost: the next run does everything that is due. Delete the message after a successful run.',
    metric: deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: PERIOD }),
    threshold: 1,
    periods: once,
  },
];

/** How the mail of an application can end without having arrived. */
const notArrived: { [Id in keyof MailMetrics]: readonly MailMetrics[Id][] } = {
  sendApplications: ['failed'],
  recordMailEvent: ['bounced', 'complained', 'refused', 'undelivered'],
};

const mailRules = ({ mail, stage }: Watched): Rule[] => [
  {
    id: 'ApplicationsUnsent',
    meaning: 'An application has been waiting to be mailed for a quarter of an hour.',
    action:
      'Runbook, "Mail has stopped": the log of SendApplications gives the reason; most often SES has paused the account, its quota is used up, or the domain is not verified. Nothing is lost: mail leaves when the reason is gone.',
    metric: mailMetric(stage, 'sendApplications', 'oldest', {
      statistic: 'Maximum',
      label: 'Age of the oldest unsent mail, seconds',
    }),
    threshold: 15 * 60,
    periods: lasting,
  },
  {
    id: 'SendMissing',
    meaning:
      'For a quarter of an hour, hardly any run has sent mail. After the first deployment, the alarm stays on until a quarter of an hour has passed.',
    action:
      'Check that the schedule of SendApplications is enabled, and look at MailErrors and MailThrottles. Nothing is lost: the next run sends everything that is due.',
    metric: mailMetric(stage, 'sendApplications', 'oldest', {
      statistic: 'SampleCount',
      label: 'Runs that send mail',
    }),
    threshold: 3,
    periods: threeTimes,
    below: true,
  },
  {
    id: 'ApplicationsUndelivered',
    meaning: 'The mail of an application did not reach the employer and will not be tried again.',
    action:
      'The logs of SendApplications and RecordMailEvent name employer, application and reason. Tell the employer, who can read the application meanwhile, to repair the applicationEmail of its jobs and to resend.',
    metric: sumOf(
      Object.entries(notArrived).flatMap(([operation, names]) =>
        names.map((name) =>
          mailMetric(stage, operation as keyof MailMetrics, name, { statistic: 'Sum', label: name }),
        ),
      ),
      'Mails that did not arrive',
    ),
    threshold: 1,
    periods: once,
  },
  {
    id: 'ApplicationsHeld',
    meaning: 'In one hour, at least 50 applications looked like abuse: they are stored, but not mailed.',
    action:
      'Runbook, "Held applications": lines of receiveApplication in the logs name the employer, the job and the suspicions. Nothing is lost: the employer releases or deletes them.',
    metric: intakeMetric(stage, 'held', { period: HOUR }),
    threshold: 50,
    periods: once,
  },
  {
    id: 'MailBounces',
    meaning:
      'At least 3 % of the mails of the account bounce. At 5 % SES reviews the account, at 10 % it pauses it.',
    action: 'Runbook, "A storm of bounces or complaints": find the employer whose addresses are wrong.',
    metric: reputationMetric('Reputation.BounceRate', 'Mails that bounce'),
    threshold: 0.03,
    periods: once,
  },
  {
    id: 'MailComplaints',
    meaning:
      'At least 0.05 % of the mails of the account are reported as spam. At 0.1 % SES reviews the account, at 0.5 % it pauses it.',
    action:
      'Runbook, "A storm of bounces or complaints": find the employer who did not expect the mail, and suspend it if need be.',
    metric: reputationMetric('Reputation.ComplaintRate', 'Mails that are reported as spam'),
    threshold: 0.0005,
    periods: once,
  },
  {
    id: 'MailEventDeadLetters',
    meaning: 'What SES reported of a mail could not be recorded.',
    action:
      'The message in the queue of Mail holds the event; the log of RecordMailEvent gives the reason. The mail itself is not concerned: only the state of its application is behind. Invoke RecordMailEvent with the event again, then delete the message.',
    metric: mail.deadLetters.metricApproximateNumberOfMessagesVisible({
      statistic: 'Maximum',
      period: PERIOD,
    }),
    threshold: 1,
    periods: once,
  },
];

const canaryRules = ({ stage }: Watched): Rule[] => [
  {
    id: 'CanaryFailed',
    meaning: 'The canary, which uses the service as its clients do, fails.',
    action:
      'The log of RunCanary names the step and the reason, with the requestId where there is one; npm run smoke tries the same from elsewhere. If no other alarm rings, look at what is in front of the service: domain, certificate, routes.',
    metric: canaryMetric(stage, 'failed'),
    threshold: 1,
    periods: lasting,
  },
  {
    id: 'CanaryMissing',
    meaning:
      'For a quarter of an hour, the canary has not run. After the first deployment, the alarm stays on until a quarter of an hour has passed.',
    action:
      'Check that the schedule of RunCanary is enabled, and look at CanaryErrors and CanaryThrottles. Clients are not concerned by this alone, but nobody would notice if they were.',
    metric: canaryMetric(stage, 'runs'),
    threshold: 1,
    periods: threeTimes,
    below: true,
  },
];

/** The alarms, each with its meaning and what to do. The topic is notified when an alarm starts and when it ends. */
export function addAlarms(scope: Construct, watched: Watched, topic: ITopic): Alarm[] {
  const rules = [
    ...apiRules(watched),
    ...functionRules(watched),
    ...quotaRules(watched),
    ...tableRules(watched),
    ...tableErrorRules(watched),
    ...refreshRules(watched),
    ...mailRules(watched),
    ...canaryRules(watched),
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
