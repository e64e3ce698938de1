import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { lasting, once, whenRunsEnd, type Rule } from './alarm.ts';
import { scheduleOf } from '../functions.ts';
import { eventLogMetric, PERIOD, waitingMetric } from '../metrics.ts';
import type { OperationFunction } from '../operation-function.ts';
import { dependsOnStream } from '../record-mappings.ts';
import type { Stage } from '../stages.ts';

const MINUTE = 60_000;

/** How long the oldest change has been waiting that is not in the log yet, in milliseconds. */
const waitingRules = ({ definition: { id }, function: handler }: OperationFunction): Rule[] => {
  const metric = waitingMetric(handler);
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
      level: 'full',
      meaning:
        'A change has been waiting for its event for 12 hours. After 23 hours the log goes on without it, and after 24 the stream forgets it.',
      action: `Runbook, "Events are late": repair what the log of ${id} tells, or roll back.`,
      metric,
      threshold: 12 * 60 * MINUTE,
      periods: once,
    },
  ];
};

/** Runs that send the events of webhooks, which are counted by Lambda. */
const sendingRules = ({ definition: { id }, function: handler }: OperationFunction): Rule[] => [
  {
    id: 'WebhooksMissing',
    level: 'basic',
    meaning: 'For some minutes, no run has sent events to webhooks, though there were such runs before.',
    action: `Check that the schedule of ${id} is enabled, and look at WebhooksErrors and WebhooksThrottles. Nothing is lost: the next run sends everything that is due, in order.`,
    metric: handler.metric('Invocations', {
      statistic: 'Sum',
      period: PERIOD,
      label: 'Runs that send events to webhooks',
    }),
    ...whenRunsEnd,
  },
];

/** Changes that the log went on without. */
const unreadableRule = (stage: Stage): Rule => ({
  id: 'EventsUnreadable',
  level: 'full',
  meaning: 'A change could not be read and never will be: the log of events goes on without it.',
  action:
    'The log of BuildLog names its key, its sequence number and the reason, which is an error of the service. Repair it within 24 hours, while the stream still has the change.',
  metric: eventLogMetric(stage, 'unreadable'),
  threshold: 1,
  periods: once,
});

/** The alarms of the log of events: changes that are not in it yet, and those that never will be. */
export const eventLogRules = (
  functions: readonly OperationFunction[],
  deadLetters: Queue,
  stage: Stage,
): Rule[] => [
  ...functions.flatMap((each) => {
    if (dependsOnStream(each.definition)) return waitingRules(each);
    return scheduleOf(each.definition) ? sendingRules(each) : [];
  }),
  unreadableRule(stage),
  {
    id: 'EventDeadLetters',
    level: 'basic',
    meaning:
      'Changes are not in the log of events, because they could not be processed within 23 hours; or a run that sends events to webhooks failed.',
    action:
      'Runbook, "Events are late": the message in the queue of EventLog names the function, and the changes by their place in the stream. Delete the message once the reason is gone.',
    metric: deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: PERIOD }),
    threshold: 1,
    periods: once,
  },
];
