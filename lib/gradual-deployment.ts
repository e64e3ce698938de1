import { Arn, ArnFormat, Duration, Lazy, Stack } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import {
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
  type LambdaApplication,
  type ILambdaDeploymentConfig,
} from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { OperationFunction } from './operation-function.ts';
import type { NewVersions } from './resources.ts';
import { acknowledgeWildcards } from './rule-exceptions.ts';
import type { Stage } from './stages.ts';

/**
 * How CodeDeploy moves requests to a new version of a function, and whether that is guarded: the version is tried first,
 * and the alarm undoes it.
 */
const ways: Record<Stage['deployment'], { deploymentConfig: ILambdaDeploymentConfig; isGuarded: boolean }> = {
  gradual: { deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES, isGuarded: true },
  // Also the way to deploy what makes requests succeed again: while they fail, the other refuses every version.
  atOnce: { deploymentConfig: LambdaDeploymentConfig.ALL_AT_ONCE, isGuarded: false },
};

/** Every version of the functions that have an alias. */
const versionArns = (functions: readonly OperationFunction[]) =>
  functions.flatMap(({ alias, function: { functionArn } }) => (alias ? [`${functionArn}:*`] : []));

/** The new versions of functions: of those that will be there when the template is written. */
export const newVersionsOf = (
  application: LambdaApplication,
  functions: () => readonly OperationFunction[],
): NewVersions => ({
  deployments: Arn.format(
    {
      service: 'codedeploy',
      resource: 'deploymentgroup',
      resourceName: `${application.applicationName}/*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    },
    Stack.of(application),
  ),
  functions: Lazy.list({ produce: () => versionArns(functions()) }),
});

/** The alarm that undoes a deployment. */
const failing = (scope: Construct, api: IHttpApi) =>
  new Alarm(scope, 'DeploymentFails', {
    alarmDescription:
      'At least 3 requests in a minute got a 5xx response. It tells nobody: it only undoes a deployment that is under way.',
    // Shorter than the periods of the other alarms, which would ring after the deployment.
    metric: api.metricServerError({ statistic: 'Sum', period: Duration.minutes(1) }),
    threshold: 3,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });

interface GradualDeploymentProps {
  functions: readonly OperationFunction[];
  application: LambdaApplication;
  api: IHttpApi;
  stage: Stage;
  /** In maintenance, what tries a new version could not write, and versions before it may not use a restored table. */
  maintenance: 'on' | 'off';
}

/**
 * How the functions that have an alias are deployed: once a new version was tried, step by step, and back to the version
 * before as soon as the alarm rings. CloudFormation then undoes the whole deployment.
 */
export class GradualDeployment extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { functions, application, api, stage, maintenance }: GradualDeploymentProps,
  ) {
    super(scope, id);
    const trial = functions.find(({ definition }) => definition.trigger === 'deployments');
    if (!trial) throw new Error('There is no function that tries new versions.');
    // One role for all groups: a stack may have 500 resources.
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      description: `What deployments may do (${stage.name})`,
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited'),
      ],
      inlinePolicies: {
        Trial: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:InvokeFunction'],
              resources: [trial.function.functionArn],
            }),
          ],
        }),
      },
    });
    const { deploymentConfig, isGuarded } = ways[maintenance === 'on' ? 'atOnce' : stage.deployment];
    const alarms = isGuarded ? [failing(this, api)] : [];
    for (const { definition, alias } of functions) {
      if (!alias) continue;
      // oxlint-disable-next-line eslint/no-new -- a construct adds itself to its tree
      new LambdaDeploymentGroup(this, definition.id, {
        application,
        // By its name, what tries a version knows how.
        deploymentGroupName: definition.operation ?? definition.name,
        role: role.withoutPolicyUpdates(),
        alias,
        deploymentConfig,
        alarms,
        ...(isGuarded && { preHook: trial.function }),
      });
      // What tries a version is updated before it is asked to.
      if (isGuarded) alias.node.addDependency(trial);
    }
    acknowledgeWildcards(
      trial,
      [newVersionsOf(application, () => []).deployments, ...versionArns(functions)],
      'A deployment, and a new version of a function, have ids that are not known ahead.',
    );
  }
}
