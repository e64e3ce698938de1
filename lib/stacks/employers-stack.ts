import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { addFunctions, type FunctionStackProps } from '../add-functions.ts';
import { MAINTENANCE } from '../functions.ts';
import { GradualDeployment } from '../gradual-deployment.ts';
import { addMonitoring } from '../monitoring.ts';
import { acknowledge } from '../rule-exceptions.ts';
import { publishParameters } from '../stage-resources.ts';

/** What employers use; as the first stack with functions, also the one that refuses requests in maintenance. */
export class EmployersStack extends Stack {
  constructor(scope: Construct, id: string, props: FunctionStackProps) {
    super(scope, id, { description: `Job Posting Service, ${props.stage.name}: what employers use` });
    const served = addFunctions(this, 'employers', props);
    const refusing = served.functions.find(({ definition }) => definition.id === MAINTENANCE)!;
    publishParameters(new Construct(this, 'Handover'), props.stage, {
      RefusingFunction: refusing.function.functionArn,
    });
    acknowledge(new GradualDeployment(this, 'Deployment', served, props), 'deployment');
    addMonitoring(this, 'EmployersDashboard', served, props);
  }
}
