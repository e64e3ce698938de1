import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { addFunctions } from '../add-functions.ts';
import { functionRules } from '../alarms/function-alarms.ts';
import { functionRows } from '../dashboard/function-graphs.ts';
import { GradualDeployment } from '../gradual-deployment.ts';
import { HandedOver } from '../handover.ts';
import { inMaintenance } from '../maintenance.ts';
import { addMonitoring } from '../monitoring.ts';
import { addRoutes } from '../routes.ts';
import { acknowledge } from '../rule-exceptions.ts';
import type { FunctionStackProps } from './function-stack-props.ts';

/** What employers use: jobs, the applications they receive, and reference data. */
export class EmployersStack extends Stack {
  constructor(scope: Construct, id: string, { stage, codeOf, maintenance }: FunctionStackProps) {
    super(scope, id, { description: `Job Posting Service, ${stage.name}: what employers use` });
    const data = new HandedOver(this, stage);
    const functions = addFunctions(this, 'employers', { resources: data, codeOf, stage });
    addRoutes(this, data, maintenance === 'on' ? inMaintenance(functions) : functions);
    const deployment = new GradualDeployment(this, 'Deployment', {
      functions,
      api: data.api,
      stage,
      maintenance,
    });
    acknowledge(deployment, 'deployment');
    addMonitoring(this, 'EmployersDashboard', {
      data,
      watch: () => ({
        rules: functionRules(functions),
        rows: { full: functionRows(functions, stage) },
      }),
      stage,
    });
  }
}
