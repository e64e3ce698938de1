import { hash } from 'node:crypto';
import { Stack } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal, type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { FunctionGroup } from './function-table.ts';

/** The role of the functions of a group with exactly these statements. */
export type RoleOf = (group: FunctionGroup, statements: readonly PolicyStatement[]) => Role;

/**
 * The roles of the functions of a stack, one for each distinct set of statements. Its id is derived from the set: with
 * other permissions, a function gets another role, and the former version keeps its own until it gets no more requests.
 */
export function createRoles(scope: Construct, stageName: string): RoleOf {
  const roles = new Map<string, Role>();
  return (group, statements) => {
    const texts = statements.map((each) => JSON.stringify(Stack.of(scope).resolve(each.toStatementJson())));
    const digest = hash('sha256', texts.toSorted().join('\n')).slice(0, 8);
    const id = `${group}Role${digest}`;
    const role =
      roles.get(id) ??
      new Role(scope, id, {
        assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
        description: `Permissions of functions of ${group} (${stageName})`,
        // An inline policy is no separate resource; a stack may have 500.
        inlinePolicies: { Permissions: new PolicyDocument({ statements: [...statements] }) },
      });
    roles.set(id, role);
    return role;
  };
}
