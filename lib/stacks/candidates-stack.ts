import { Duration, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { addFunctions, type FunctionStackProps } from '../add-functions.ts';
import type { AlarmRule } from '../alarms/alarm.ts';
import { loggedMetric } from '../metrics.ts';
import type { Stage } from '../stages.ts';
import { addMonitoring } from '../monitoring.ts';

/** The alarm for applications that look like abuse. */
const intakeRules = (stage: Stage): AlarmRule[] => [
  {
    id: 'ApplicationsHeld',
    meaning: 'In one hour, at least 50 applications looked like abuse: they are stored, but not mailed.',
    action:
      'Runbook, "Held applications": lines of receiveApplication in the logs name the employer, the job and the suspicions. Nothing is lost: the employer releases or deletes them.',
    metric: loggedMetric(stage, 'receiveApplication', 'held', { period: Duration.hours(1) }),
    threshold: 50,
  },
];

export class CandidatesStack extends Stack {
  constructor(scope: Construct, id: string, props: FunctionStackProps) {
    super(scope, id, { description: `Job Posting Service, ${props.stage.name}: what candidates use` });
    const served = addFunctions(this, 'candidates', props);
    addMonitoring(this, 'CandidatesDashboard', served, props, () => ({ rules: intakeRules(props.stage) }));
  }
}
