import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import {
  eventLogMetric,
  intakeMetric,
  mailMetric,
  PERIOD,
  refreshMetric,
  reputationMetric,
  waitingMetric,
} from '../metrics.ts';
import type { OperationFunction } from '../operation-function.ts';
import { dependsOnStream } from '../record-mappings.ts';
import type { Stage } from '../stages.ts';
import { graph } from './dashboard.ts';

/** Graphs of auto-refresh. */
export const refreshRow = (stage: Stage, deadLetters: Queue): IWidget[] => [
  graph('Jobs refreshed by auto-refresh', [
    refreshMetric(stage, 'refreshed', { statistic: 'Sum', label: 'jobs' }),
  ]),
  graph(
    'Auto-refresh: delay of the oldest due job, days; dead letters',
    [refreshMetric(stage, 'lag', { statistic: 'Maximum', label: 'days' })],
    [deadLetters.metricApproximateNumberOfMessagesVisible({ period: PERIOD, label: 'dead letters' })],
  ),
];

/** Graphs of applications and their mail. */
export const mailRow = (stage: Stage, deadLetters: Queue): IWidget[] => [
  graph(
    'Applications and their mail',
    [
      intakeMetric(stage, 'received'),
      intakeMetric(stage, 'held'),
      mailMetric(stage, 'sendApplications', 'sent', { statistic: 'Sum', label: 'sent' }),
      mailMetric(stage, 'sendApplications', 'postponed', { statistic: 'Sum', label: 'postponed' }),
      mailMetric(stage, 'sendApplications', 'failed', { statistic: 'Sum', label: 'given up' }),
      mailMetric(stage, 'recordMailEvent', 'delivered', { statistic: 'Sum', label: 'delivered' }),
      mailMetric(stage, 'recordMailEvent', 'bounced', { statistic: 'Sum', label: 'bounced' }),
      mailMetric(stage, 'recordMailEvent', 'complained', { statistic: 'Sum', label: 'complained' }),
      mailMetric(stage, 'sendConfirmations', 'sent', { statistic: 'Sum', label: 'confirmed' }),
      mailMetric(stage, 'recordMailEvent', 'confirmationsBounced', {
        statistic: 'Sum',
        label: 'confirmations bounced',
      }),
    ],
    [deadLetters.metricApproximateNumberOfMessagesVisible({ period: PERIOD, label: 'dead letters' })],
  ),
  graph(
    'Age of the oldest unsent mail, s; bounces and complaints of the account, share',
    [mailMetric(stage, 'sendApplications', 'oldest', { statistic: 'Maximum', label: 'oldest' })],
    [
      reputationMetric('Reputation.BounceRate', 'bounces'),
      reputationMetric('Reputation.ComplaintRate', 'complaints'),
    ],
  ),
];

/** Graphs of the log of events. */
export const eventLogRow = (
  functions: readonly OperationFunction[],
  deadLetters: Queue,
  stage: Stage,
): IWidget[] => [
  graph('Events', [eventLogMetric(stage, 'events'), eventLogMetric(stage, 'unreadable')]),
  graph(
    'Age of the oldest change without an event, ms; dead letters',
    functions.flatMap(({ definition, function: handler }) =>
      dependsOnStream(definition) ? waitingMetric(handler) : [],
    ),
    [deadLetters.metricApproximateNumberOfMessagesVisible({ period: PERIOD, label: 'dead letters' })],
  ),
];
