import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { addFunctions, type FunctionStackProps } from '../add-functions.ts';
import { GradualDeployment } from '../gradual-deployment.ts';
import { addMonitoring } from '../monitoring.ts';
import { acknowledge } from '../rule-exceptions.ts';

export class EmployersStack extends Stack {
  constructor(scope: Construct, id: string, props: FunctionStackProps) {
    super(scope, id, { description: `Job Posting Service, ${props.stage.name}: what employers use` });
    const served = addFunctions(this, 'employers', props);
    acknowledge(new GradualDeployment(this, 'Deployment', served, props), 'deployment');
    addMonitoring(this, 'EmployersDashboard', served, props);
  }
}
