import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { addFunctions } from '../add-functions.ts';
import { functionRules } from '../alarms/function-alarms.ts';
import { intakeRules } from '../alarms/intake-alarms.ts';
import { functionRows } from '../dashboard/function-graphs.ts';
import { HandedOver } from '../handover.ts';
import { inMaintenance } from '../maintenance.ts';
import { addMonitoring } from '../monitoring.ts';
import { addRoutes } from '../routes.ts';
import type { FunctionStackProps } from './function-stack-props.ts';

/** What candidates use: postings, as pages and as JSON, and applications for them. */
export class CandidatesStack extends Stack {
  constructor(scope: Construct, id: string, { stage, codeOf, maintenance }: FunctionStackProps) {
    super(scope, id, { description: `Job Posting Service, ${stage.name}: what candidates use` });
    const data = new HandedOver(this, stage);
    const functions = addFunctions(this, 'candidates', { resources: data, codeOf, stage });
    addRoutes(this, data, maintenance === 'on' ? inMaintenance(functions) : functions);
    addMonitoring(this, 'CandidatesDashboard', {
      data,
      watch: () => ({
        rules: [...functionRules(functions), ...intakeRules(stage)],
        rows: { full: functionRows(functions, stage) },
      }),
      stage,
    });
  }
}
