import {
  CodeDeployClient,
  GetDeploymentCommand,
  PutLifecycleEventHookExecutionStatusCommand,
} from '@aws-sdk/client-codedeploy';
import { expect } from './expectations.ts';

/** What CodeDeploy asks before a new version of a function gets requests (BeforeAllowTraffic). */
export interface TrafficQuestion {
  DeploymentId: string;
  LifecycleEventHookExecutionId: string;
}

/** A version of a function that is to get requests. */
export interface NewVersion {
  /** Its deployment group, which is named after the operation that it serves. */
  group: string;
  functionName: string;
  version: string;
  /** Whether it served before, and a deployment is undone. */
  isReturning: boolean;
}

const client = new CodeDeployClient({
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
});

/** The value of a property in an AppSpec, which is JSON or YAML. */
const propertyOf = (appSpec: string, name: string) =>
  new RegExp(String.raw`\b${name}["']?\s*:\s*["']?([^"'\s,}]+)`).exec(appSpec)?.[1];

/** The version that a deployment is about. Throws when CodeDeploy does not tell. */
export async function newVersion(
  { DeploymentId }: TrafficQuestion,
  abortSignal: AbortSignal,
): Promise<NewVersion> {
  const command = new GetDeploymentCommand({ deploymentId: DeploymentId });
  const { deploymentInfo } = await client.send(command, { abortSignal });
  const { deploymentGroupName: group, revision, creator = 'user' } = deploymentInfo ?? {};
  const appSpec = revision?.appSpecContent?.content ?? revision?.string?.content ?? '';
  const functionName = propertyOf(appSpec, 'Name');
  const version = propertyOf(appSpec, 'TargetVersion');
  expect(
    group !== undefined && functionName !== undefined && version !== undefined,
    `Deployment ${DeploymentId} should name a group, a function and its new version.`,
  );
  return { group, functionName, version, isReturning: /rollback$/i.test(creator) };
}

/** Tells CodeDeploy whether the new version may get requests. */
export async function answer(
  { DeploymentId, LifecycleEventHookExecutionId }: TrafficQuestion,
  status: 'Succeeded' | 'Failed',
): Promise<void> {
  await client.send(
    new PutLifecycleEventHookExecutionStatusCommand({
      deploymentId: DeploymentId,
      lifecycleEventHookExecutionId: LifecycleEventHookExecutionId,
      status,
    }),
  );
}
