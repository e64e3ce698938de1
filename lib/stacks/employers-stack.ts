import { Stack } from 'aws-cdk-lib';
import { LambdaApplication } from 'aws-cdk-lib/aws-codedeploy';
import type { Construct } from 'constructs';
import { addFunctions } from '../add-functions.ts';
import { functionRules } from '../alarms/function-alarms.ts';
import { functionRows } from '../dashboard/function-graphs.ts';
import { GradualDeployment, newVersionsOf } from '../gradual-deployment.ts';
import { HandedOver } from '../handover.ts';
import { urlOf } from '../job-api.ts';
import { inMaintenance } from '../maintenance.ts';
import { addMonitoring } from '../monitoring.ts';
import type { OperationFunction } from '../operation-function.ts';
import { addRoutes } from '../routes.ts';
import { acknowledge } from '../rule-exceptions.ts';
import type { FunctionStackProps } from './function-stack-props.ts';

/** What employers use: jobs, the applications they receive, and reference data. */
export class EmployersStack extends Stack {
  constructor(scope: Construct, id: string, { stage, codeOf, maintenance }: FunctionStackProps) {
    super(scope, id, { description: `Job Posting Service, ${stage.name}: what employers use` });
    const application = new LambdaApplication(this, 'Releases');
    const data = Object.assign(new HandedOver(this, stage), {
      newVersions: newVersionsOf(application, () => functions),
    });
    const functions: OperationFunction[] = addFunctions(this, 'employers', {
      resources: data,
      codeOf,
      stage,
    });
    for (const { definition, function: handler } of functions) {
      // What requests tell of the API's own domain, a deployment does not.
      if (definition.trigger === 'deployments') {
        handler.addEnvironment(
          'BASE_URL',
          urlOf(this, stage, () => data.api.apiId),
        );
      }
    }
    addRoutes(this, data, maintenance === 'on' ? inMaintenance(functions) : functions);
    const deployment = new GradualDeployment(this, 'Deployment', {
      functions,
      application,
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
