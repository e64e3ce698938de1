import type { Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { addOutputs } from './outputs.ts';

/** Offers whoever deploys to have the canary try the stage. */
export function offerCanary(stack: Stack, { functionName, functionArn }: IFunction): void {
  const policy = new ManagedPolicy(stack, 'CanaryPolicy', {
    description: 'What trying the stage by its canary needs',
    statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] })],
  });
  addOutputs(stack, {
    Canary: { value: functionName, description: 'The function that tries the stage as its clients use it' },
    CanaryPolicyArn: { value: policy.managedPolicyArn, description: 'What calling it needs' },
  });
}
