import { Duration } from 'aws-cdk-lib';
import { type Rule } from './alarm.ts';
import { loggedMetric } from '../metrics.ts';
import type { Stage } from '../stages.ts';

/** The alarm of applications that look like abuse. */
export const intakeRules = (stage: Stage): Rule[] => [
  {
    id: 'ApplicationsHeld',
    meaning: 'In one hour, at least 50 applications looked like abuse: they are stored, but not mailed.',
    action:
      'Runbook, "Held applications": lines of receiveApplication in the logs name the employer, the job and the suspicions. Nothing is lost: the employer releases or deletes them.',
    metric: loggedMetric(stage, 'receiveApplication', 'held', { period: Duration.hours(1) }),
    threshold: 50,
  },
];
