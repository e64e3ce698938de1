import type { Stack } from 'aws-cdk-lib';
import { HttpMethod, HttpRoute, HttpRouteKey, type IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { routesBy } from './functions.ts';
import type { OperationFunction } from './operation-function.ts';
import { acknowledge } from './rule-exceptions.ts';

/** A function, and what is behind its routes. */
export type RoutedFunction = Pick<OperationFunction, 'definition' | 'function' | 'alias'>;

/** Adds the routes of the functions of a stack to the HTTP API. Returns what they are in. */
export function addRoutes(
  stack: Stack,
  data: { api: IHttpApi },
  functions: readonly RoutedFunction[],
): Construct {
  const scope = new Construct(stack, 'Routes');
  acknowledge(scope, 'api');
  for (const { definition, function: handler, alias } of functions) {
    const { routes = [], isDefault } = routesBy(definition) ?? {};
    // One permission for all routes of a function: a stack may have 500 resources.
    const integration = new HttpLambdaIntegration(definition.id, (alias ?? handler) as IFunction, {
      scopePermissionToRoute: false,
    });
    const add = (id: string, routeKey: HttpRouteKey) =>
      new HttpRoute(scope, id, { httpApi: data.api, routeKey, integration });
    for (const { path, methods } of routes) {
      for (const method of methods) add(`${method}${path}`, HttpRouteKey.with(path, HttpMethod[method]));
    }
    if (isDefault) add('DefaultRoute', HttpRouteKey.DEFAULT);
  }
  return scope;
}
