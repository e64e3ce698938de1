import type { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { deadLetterRule, lasting, threeTimes, type Rule } from './alarm.ts';
import { loggedMetric, PERIOD } from '../metrics.ts';
import type { OperationFunction } from '../operation-function.ts';
import { dependsOnStream } from '../record-mappings.ts';
import type { Stage } from '../stages.ts';

const MINUTE = 60_000;

/** How long the oldest change has been waiting that is not in the log yet, in milliseconds. */
const waitingRules = ({ definition: { id }, function: handler }: OperationFunction): Rule[] => {
  const metric = handler.metric('IteratorAge', { statistic: 'Maximum', period: PERIOD });
  return [
    {
      id: 'EventsLate',
      level: 'basic',
      meaning: 'A change has been waiting for its event for a quarter of an hour.',
      action: `The log of ${id} gives the reason. Nothing is lost within 23 hours: events follow, in their order, when the reason is gone.`,
      metric,
      threshold: 15 * MINUTE,
      periods: lasting,
    },
    {
      id: 'EventsAboutToBeLost',
      meaning:
        'A change has been waiting for its event for 12 hours. After 23 hours the log goes on without it, and after 24 the stream forgets it.',
      action: `Runbook, "Events are late": repair what the log of ${id} tells, or roll back.`,
      metric,
      threshold: 12 * 60 * MINUTE,
    },
  ];
};

/** Runs that send the events of webhooks: their starts by the schedule, as the stream starts such runs, too, and their ends. */
const sendingRules = (schedules: ScheduleGroup, stage: Stage): Rule[] => [
  {
    id: 'WebhooksMissing',
    level: 'basic',
    meaning:
      'For some minutes, the schedule has not started the run that sends events to webhooks, though it did before.',
    action:
      'Check that the schedule of SendWebhooks is enabled. Nothing is lost: the next run sends everything that is due, in order.',
    metric: schedules.metricAttempts({
      statistic: 'Sum',
      period: PERIOD,
      label: 'Starts of the run that sends events to webhooks',
    }),
    countsRuns: true,
  },
  {
    id: 'WebhooksUnfinished',
    level: 'basic',
    meaning: 'For a quarter of an hour, runs that send events to webhooks ended before their queue did.',
    action:
      'Lines of sendWebhooks in the log of SendWebhooks with "finished": false count what was delivered, and why attempts failed: receivers are slow, or there are more events than a run of two minutes can send. Nothing is lost: the next runs go on.',
    metric: loggedMetric(stage, 'sendWebhooks', 'unfinished'),
    threshold: 3,
    periods: threeTimes,
  },
];

/** Changes that the log went on without. */
const unreadableRule = (stage: Stage): Rule => ({
  id: 'EventsUnreadable',
  meaning: 'A change could not be read and never will be: the log of events goes on without it.',
  action:
    'The log of BuildLog names its key, its sequence number and the reason, which is an error of the service. Repair it within 24 hours, while the stream still has the change.',
  metric: loggedMetric(stage, 'buildLog', 'unreadable'),
});

interface WatchedEvents {
  functions: readonly OperationFunction[];
  schedules: ScheduleGroup;
  deadLetters: Queue;
  stage: Stage;
}

/** The alarms of the log of events: changes that are not in it yet, those that never will be, and runs that tell of them. */
export const eventLogRules = ({ functions, schedules, deadLetters, stage }: WatchedEvents): Rule[] => [
  ...functions.flatMap((each) => (dependsOnStream(each.definition) ? waitingRules(each) : [])),
  ...sendingRules(schedules, stage),
  unreadableRule(stage),
  deadLetterRule(deadLetters, {
    id: 'EventDeadLetters',
    meaning:
      'Changes are not in the log of events, because they could not be processed within 23 hours; or a run that sends events to webhooks failed.',
    action:
      'Runbook, "Dead letters" and "Events are late": the message names the function, and the changes by their place in the stream. Delete the message once the reason is gone.',
  }),
];
