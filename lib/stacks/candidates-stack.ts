import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { addFunctions, type FunctionStackProps } from '../add-functions.ts';
import { intakeRules } from '../alarms/intake-alarms.ts';
import { addMonitoring } from '../monitoring.ts';

/** What candidates use: postings, as pages and as JSON, and applications for them. */
export class CandidatesStack extends Stack {
  constructor(scope: Construct, id: string, props: FunctionStackProps) {
    super(scope, id, { description: `Job Posting Service, ${props.stage.name}: what candidates use` });
    const served = addFunctions(this, 'candidates', props);
    addMonitoring(this, 'CandidatesDashboard', served, props, () => ({ rules: intakeRules(props.stage) }));
  }
}
