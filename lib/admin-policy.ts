import { Stack, Validations } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js';
import type { Construct } from 'constructs';
import { adminPermissions } from './permissions.ts';
import { statementsFor } from './policy.ts';
import type { Resources } from './resources.ts';

/** The policy to attach to whoever runs the admin command. */
export function adminPolicy(scope: Construct, id: string, resources: Resources): ManagedPolicy {
  const stack = Stack.of(scope);
  // Asked for by its name, a stack stands for all that ever had the name.
  const ofThatName = stack.formatArn({
    service: 'cloudformation',
    resource: 'stack',
    resourceName: `${stack.stackName}/*`,
  });
  const policy = new ManagedPolicy(scope, id, {
    description: 'What npm run admin may do',
    statements: [
      ...statementsFor(resources, adminPermissions),
      // With --stage, it reads table, bucket and time zone from the outputs.
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [ofThatName] }),
    ],
  });
  Validations.of(policy).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${flattenCfnReference(stack.resolve(ofThatName))}]`,
    reason: 'Whoever names a stack does not know its id, and AWS asks for every id then.',
  });
  return policy;
}
