import type { Synthesised } from './synthesised.ts';

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

interface Policy {
  PolicyDocument: { Statement: Statement[] };
  Roles?: { Ref: string }[];
}

/** Converts an ARN of Fn::Join and Fn::GetAtt to a text such as `Table.Arn/index/byStatus`. */
function text(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const { 'Fn::GetAtt': attribute, 'Fn::Join': join } = resource as {
    'Fn::GetAtt'?: string[];
    'Fn::Join'?: [string, unknown[]];
  };
  if (attribute) return attribute.join('.');
  if (join) return join[1].map(text).join(join[0]);
  return JSON.stringify(resource);
}

/** The grants of a role's inline and attached policies as `service:Action resource if condition`, sorted. */
export function grantsOf({ ofType, resources }: Synthesised, roleId: string): string[] {
  const attachedPolicies = ofType('AWS::IAM::Policy')
    .map(([, { Properties }]) => Properties as Policy)
    .filter(({ Roles = [] }) => Roles.some(({ Ref }) => Ref === roleId));
  const inside: Policy[] = resources[roleId]?.Properties['Policies'] ?? [];
  const statements = [...inside, ...attachedPolicies].flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement,
  );
  return statements
    .flatMap(({ Effect, Action, Resource, Condition }) =>
      [Action]
        .flat()
        .flatMap((action) =>
          [Resource]
            .flat()
            .map(
              (resource) =>
                `${Effect === 'Allow' ? '' : 'not '}${action} ${text(resource)}${
                  Condition === undefined ? '' : ` if ${JSON.stringify(Condition)}`
                }`,
            ),
        ),
    )
    .toSorted();
}
