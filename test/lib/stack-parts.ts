import { expect } from '@jest/globals';
import type { Synthesised } from './synthesised.ts';

/** The deletion policy of a resource that outlives its stack, unless the deployment that creates it fails. */
export const RETAINED = 'RetainExceptOnCreate';

export const urlSuffix = { Ref: 'AWS::URLSuffix' };

/** The URL that API Gateway assigns to an API. */
export const apiAddress = (apiId: string) => ({
  'Fn::Join': ['', ['https://', { Ref: apiId }, '.execute-api.', { Ref: 'AWS::Region' }, '.', urlSuffix]],
});

export const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

export const propertiesOf = ({ ofType }: Synthesised, type: string) =>
  ofType(`AWS::${type}`).map(([, { Properties }]) => Properties);

export const only = ({ ofType }: Synthesised, type: string) => {
  const matches = ofType(`AWS::${type}`);
  expect(matches).toHaveLength(1);
  return matches[0]![1];
};

/** The functions that the routes of a stack call, directly or through an alias. */
export const behind = (stack: Synthesised) =>
  new Map(
    propertiesOf(stack, 'ApiGatewayV2::Route').map(({ Target, RouteKey }) => {
      const integration = String(Target['Fn::Join'][1].at(-1).Ref);
      const uri = stack.resources[integration]?.Properties['IntegrationUri'] ?? {};
      const { Ref: alias, 'Fn::GetAtt': [functionId] = [] } = uri;
      const handler =
        stack.resources[alias ? stack.resources[alias]?.Properties['FunctionName'].Ref : functionId];
      return [String(RouteKey), handler && stack.bundleOf(handler)];
    }),
  );

export const functionOf = ({ at }: Synthesised, id: string) => at(`Functions/${id}/Function`);
export const variablesOf = (stack: Synthesised, id: string): Record<string, unknown> =>
  functionOf(stack, id)[1].Properties['Environment']?.Variables ?? {};

/** The schedules that call a function. */
export const schedulesOf = (stack: Synthesised, id: string) => {
  const arn = arnOf(functionOf(stack, id)[0]);
  return propertiesOf(stack, 'Scheduler::Schedule').filter(
    ({ Target }) => JSON.stringify(Target.Arn) === JSON.stringify(arn),
  );
};

/** The name of the construct that created a resource. */
export const nameOf = ({ resources }: Synthesised, id: string) =>
  String(resources[id]?.Metadata?.['aws:cdk:path']?.split('/').at(-2));

export const alarmsOf = (stack: Synthesised) =>
  stack.ofType('AWS::CloudWatch::Alarm').map(([id]) => nameOf(stack, id));
