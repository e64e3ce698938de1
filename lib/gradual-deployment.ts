import { Duration } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
  type ILambdaDeploymentConfig,
} from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { FunctionStackProps, FunctionsOfStack } from './add-functions.ts';
import { loggedMetric } from './metrics.ts';
import { monitoringOf, type Stage } from './stages.ts';

/** How CodeDeploy moves requests to a new version, and whether alarms roll it back. */
const strategies: Record<
  Stage['deployment'],
  { deploymentConfig: ILambdaDeploymentConfig; hasRollbackAlarms: boolean }
> = {
  gradual: { deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES, hasRollbackAlarms: true },
  // Also suits repairs: while requests fail, a gradual deployment would roll back every version.
  atOnce: { deploymentConfig: LambdaDeploymentConfig.ALL_AT_ONCE, hasRollbackAlarms: false },
};

/** An alarm that rolls a deployment back. With periods above a minute, it would go off after the deployment. */
const rollbackAlarm = (scope: Construct, id: string, when: string, metric: IMetric, threshold: number) =>
  new Alarm(scope, id, {
    alarmDescription: `${when} It notifies nobody: it only rolls back a running deployment.`,
    metric,
    threshold,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });

const MINUTE = { statistic: 'Sum', period: Duration.minutes(1) };

/** The alarms that roll a deployment back: failed requests, and, in stages with a canary, a failed canary. */
const rollbackAlarms = (scope: Construct, api: IHttpApi, stage: Stage): Alarm[] => [
  rollbackAlarm(
    scope,
    'DeploymentFails',
    'At least 3 requests in a minute got a 5xx response.',
    api.metricServerError(MINUTE),
    3,
  ),
  ...(monitoringOf(stage) === 'none'
    ? []
    : [
        rollbackAlarm(
          scope,
          'DeploymentFailsCanary',
          'The canary failed within a minute.',
          loggedMetric(stage, 'runCanary', 'failed', MINUTE),
          1,
        ),
      ]),
];

/**
 * Deploys functions with an alias step by step, and rolls back when an alarm rings; CloudFormation then rolls the whole
 * stack back. CodeDeploy runs one deployment of a group at a time, so each alias has its own group.
 */
export class GradualDeployment extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { data, functions }: FunctionsOfStack,
    { stage, maintenance }: FunctionStackProps,
  ) {
    super(scope, id);
    const application = new LambdaApplication(scope, 'Releases');
    // One role for all groups: a stack may have 500 resources.
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      description: `Permissions of deployments (${stage.name})`,
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited'),
      ],
    });
    // In maintenance, the former versions must not use a restored table.
    const { deploymentConfig, hasRollbackAlarms } =
      strategies[maintenance === 'on' ? 'atOnce' : stage.deployment];
    const alarms = hasRollbackAlarms ? rollbackAlarms(this, data.api, stage) : [];
    for (const { definition, alias } of functions) {
      if (!alias) continue;
      // oxlint-disable-next-line eslint/no-new -- a construct adds itself to its tree
      new LambdaDeploymentGroup(this, definition.id, {
        application,
        deploymentGroupName: definition.operation ?? definition.name,
        role: role.withoutPolicyUpdates(),
        alias,
        deploymentConfig,
        alarms,
      });
    }
  }
}
