import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { loggedMetric } from '../metrics.ts';
import type { Stage } from '../stages.ts';
import { graph } from './dashboard.ts';

/** Graphs of auto-refresh, of applications and of their mail. */
export const backgroundRow = (stage: Stage): IWidget[] => [
  graph('Jobs refreshed by auto-refresh', [loggedMetric(stage, 'refreshDueJobs', 'refreshed')]),
  graph('Applications and their mail', [
    loggedMetric(stage, 'receiveApplication', 'received'),
    loggedMetric(stage, 'receiveApplication', 'held'),
    loggedMetric(stage, 'sendApplications', 'sent'),
    loggedMetric(stage, 'sendApplications', 'postponed'),
    loggedMetric(stage, 'sendApplications', 'failed', { label: 'given up' }),
    loggedMetric(stage, 'recordMailEvent', 'delivered'),
    loggedMetric(stage, 'recordMailEvent', 'bounced'),
    loggedMetric(stage, 'recordMailEvent', 'complained'),
    loggedMetric(stage, 'sendConfirmations', 'sent', { label: 'confirmed' }),
    loggedMetric(stage, 'recordMailEvent', 'confirmationsBounced', { label: 'confirmations bounced' }),
  ]),
];

/** A graph of the log of events. */
export const eventLogRow = (stage: Stage): IWidget[] => [
  graph('Events', [loggedMetric(stage, 'buildLog', 'events'), loggedMetric(stage, 'buildLog', 'unreadable')]),
];
