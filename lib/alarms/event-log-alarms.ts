import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { deadLetterRule, twoOfThree, threeOfThree, type AlarmRule } from './alarm.ts';
import { loggedMetric, PERIOD } from '../metrics.ts';
import type { OperationFunction } from '../operation-function.ts';
import { dependsOnStream } from '../record-mappings.ts';
import type { Stage } from '../stages.ts';

const MINUTE = 60_000;

const LATE_MILLIS = 15 * MINUTE;

/** The alarms for changes that wait too long, in the stream or parked, before the log has their events. */
const delayRules = (
  { definition: { group }, function: handler }: OperationFunction,
  functions: readonly OperationFunction[],
): AlarmRule[] => {
  const inStream = handler.metric('IteratorAge', { statistic: 'Maximum', period: PERIOD });
  const adding = functions.find(({ definition: { operation } }) => operation === 'addParkedChanges');
  const failedRuns = adding!.function.metricErrors({ period: PERIOD });
  return [
    {
      id: 'EventsLate',
      level: 'basic',
      meaning: 'A change has been waiting for its event for a quarter of an hour.',
      action: `Runbook, "Events are late": lines of addParkedChanges in the log of ${group} name the employers whose changes are parked, and why; if there are none, those of buildLog say what is wrong for all. Parked changes are never lost, others for 23 hours: events follow, in their order, when the reason is gone.`,
      metric: new MathExpression({
        // Counts a run that leaves parked changes like a long delay, because no metric has the age of parked changes.
        expression: `MAX([FILL(inStream, 0), ${LATE_MILLIS} * FILL(failedRuns, 0)])`,
        usingMetrics: { inStream, failedRuns },
        label: 'Age of the oldest change in the stream without its event, milliseconds',
        period: PERIOD,
      }),
      threshold: LATE_MILLIS,
      periods: twoOfThree,
    },
    {
      id: 'EventsAboutToBeLost',
      meaning:
        'A change has been waiting in the stream for its event for 12 hours. After 23 hours the log goes on without it, and after 24 the stream forgets it.',
      action: `Runbook, "Events are late": repair what the log of ${group} tells, or roll back.`,
      metric: inStream,
      threshold: 12 * 60 * MINUTE,
    },
  ];
};

/** The alarms for scheduled deliveries to webhooks. Runs that the stream starts write no `unfinished`. */
const sendingRules = (stage: Stage): AlarmRule[] => [
  {
    id: 'WebhooksMissing',
    level: 'basic',
    meaning:
      'For some minutes, no run of the schedule has sent events to webhooks, though there were such runs before.',
    action:
      'Check that the schedule of SendWebhooks is enabled; if it is, its log says why runs fail. Nothing is lost: the next run sends everything that is due, in order.',
    metric: loggedMetric(stage, 'sendWebhooks', 'unfinished', {
      statistic: 'SampleCount',
      label: 'Runs that send events to webhooks',
    }),
    countsRuns: true,
  },
  {
    id: 'WebhooksUnfinished',
    level: 'basic',
    meaning: 'For a quarter of an hour, runs that send events to webhooks ended before their queue did.',
    action:
      'Lines of sendWebhooks in the log of Webhooks with "finished": false count what was delivered, and why attempts failed: more webhooks are due than a run of two minutes can serve. Receivers that are slow or down do not count. Nothing is lost: the next runs go on.',
    metric: loggedMetric(stage, 'sendWebhooks', 'unfinished'),
    threshold: 3,
    periods: threeOfThree,
  },
];

const unreadableRule = (stage: Stage): AlarmRule => ({
  id: 'EventsUnreadable',
  level: 'basic',
  meaning: 'A change could not be read and never will be: the log of events goes on without it.',
  action:
    'The log of EventLog names its key, its sequence number and the reason, which is an error of the service. Repair it within 24 hours, while the stream still has the change.',
  metric: loggedMetric(stage, 'buildLog', 'unreadable'),
});

interface EventAlarmsProps {
  functions: readonly OperationFunction[];
  deadLetters: Queue;
  stage: Stage;
}

/** The alarms for late and lost events, and for deliveries to webhooks. */
export const eventLogRules = ({ functions, deadLetters, stage }: EventAlarmsProps): AlarmRule[] => [
  ...functions.flatMap((each) => (dependsOnStream(each.definition) ? delayRules(each, functions) : [])),
  ...sendingRules(stage),
  unreadableRule(stage),
  deadLetterRule(deadLetters, {
    id: 'EventDeadLetters',
    meaning: 'Changes are not in the log of events, because they could not be processed within 23 hours.',
    action:
      'Runbook, "Dead letters" and "Events are late": the message names the changes by their place in the stream. Delete the message once the reason is gone.',
  }),
];
