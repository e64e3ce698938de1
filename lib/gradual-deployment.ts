import { Duration } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
  type ILambdaDeploymentConfig,
} from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { OperationFunction } from './operation-function.ts';
import type { Stage } from './stages.ts';

/** How CodeDeploy moves requests to a new version of a function, and whether the alarm undoes that. */
const ways: Record<Stage['deployment'], { deploymentConfig: ILambdaDeploymentConfig; isUndone: boolean }> = {
  gradual: { deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES, isUndone: true },
  // Also the way to deploy what makes requests succeed again: while the alarm rings, CodeDeploy refuses the other.
  atOnce: { deploymentConfig: LambdaDeploymentConfig.ALL_AT_ONCE, isUndone: false },
};

interface GradualDeploymentProps {
  functions: readonly OperationFunction[];
  api: IHttpApi;
  stage: Stage;
}

/**
 * How the functions that have an alias are deployed: step by step, and back to the version before as soon as the alarm
 * rings. CloudFormation then undoes the whole deployment.
 */
export class GradualDeployment extends Construct {
  constructor(scope: Construct, id: string, { functions, api, stage }: GradualDeploymentProps) {
    super(scope, id);
    const alarm = new Alarm(this, 'DeploymentFails', {
      alarmDescription:
        'At least 3 requests in a minute got a 5xx response. It tells nobody: it only undoes a deployment that is under way.',
      // Shorter than the periods of the other alarms, which would ring after the deployment.
      metric: api.metricServerError({ statistic: 'Sum', period: Duration.minutes(1) }),
      threshold: 3,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    const application = new LambdaApplication(this, 'Application');
    // One role for all groups: a stack may have 500 resources.
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      description: `What deployments may do (${stage.name})`,
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited'),
      ],
    });
    const { deploymentConfig, isUndone } = ways[stage.deployment];
    for (const { definition, alias } of functions) {
      if (!alias) continue;
      // oxlint-disable-next-line eslint/no-new -- a construct adds itself to its tree
      new LambdaDeploymentGroup(this, definition.id, {
        application,
        role,
        alias,
        deploymentConfig,
        alarms: isUndone ? [alarm] : [],
      });
    }
  }
}
