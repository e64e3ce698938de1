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
import type { FunctionStackProps, Served } from './add-functions.ts';
import { loggedMetric } from './metrics.ts';
import { monitoringOf, type Stage } from './stages.ts';

/** How CodeDeploy moves requests to a new version of a function, and whether alarms undo that. */
const ways: Record<Stage['deployment'], { deploymentConfig: ILambdaDeploymentConfig; isGuarded: boolean }> = {
  gradual: { deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES, isGuarded: true },
  // Also the way to deploy what makes requests succeed again: while they fail, the other refuses every version.
  atOnce: { deploymentConfig: LambdaDeploymentConfig.ALL_AT_ONCE, isGuarded: false },
};

/** An alarm that undoes a deployment, with periods of a minute: others would ring after the deployment. */
const undoing = (scope: Construct, id: string, when: string, metric: IMetric, threshold: number) =>
  new Alarm(scope, id, {
    alarmDescription: `${when} It tells nobody: it only undoes a deployment that is under way.`,
    metric,
    threshold,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });

const MINUTE = { statistic: 'Sum', period: Duration.minutes(1) };

/** The alarms that undo a deployment: requests fail, or the canary does, where it runs. */
const guards = (scope: Construct, api: IHttpApi, stage: Stage): Alarm[] => [
  undoing(
    scope,
    'DeploymentFails',
    'At least 3 requests in a minute got a 5xx response.',
    api.metricServerError(MINUTE),
    3,
  ),
  ...(monitoringOf(stage) === 'none'
    ? []
    : [
        undoing(
          scope,
          'DeploymentFailsCanary',
          'The canary failed within a minute.',
          loggedMetric(stage, 'runCanary', 'failed', MINUTE),
          1,
        ),
      ]),
];

/**
 * How the functions that have an alias are deployed: step by step, and back to the version before as soon as an alarm
 * rings. CloudFormation then undoes the whole deployment. CodeDeploy works at one deployment of a group at a time, so
 * each alias has a group.
 */
export class GradualDeployment extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { data, functions }: Served,
    { stage, maintenance }: FunctionStackProps,
  ) {
    super(scope, id);
    const application = new LambdaApplication(scope, 'Releases');
    // One role for all groups: a stack may have 500 resources.
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      description: `What deployments may do (${stage.name})`,
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited'),
      ],
    });
    // In maintenance, versions before may not use a restored table.
    const { deploymentConfig, isGuarded } = ways[maintenance === 'on' ? 'atOnce' : stage.deployment];
    const alarms = isGuarded ? guards(this, data.api, stage) : [];
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
