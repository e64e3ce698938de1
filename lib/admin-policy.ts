import { Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { adminPermissions } from './permissions.ts';
import { statementsFor } from './policy.ts';
import type { Resources } from './resources.ts';

/** The policy to attach to whoever runs the admin command. */
export const adminPolicy = (scope: Construct, id: string, resources: Resources): ManagedPolicy =>
  new ManagedPolicy(scope, id, {
    description: 'What npm run admin may do',
    statements: [
      ...statementsFor(resources, adminPermissions),
      // With --stage, it reads table, bucket and time zone from the outputs.
      new PolicyStatement({
        actions: ['cloudformation:DescribeStacks'],
        resources: [Stack.of(scope).stackId],
      }),
    ],
  });
