import type { Stack } from 'aws-cdk-lib';
import { HttpMethod, HttpRoute, HttpRouteKey, type IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { MAINTENANCE, routesBy } from './functions.ts';
import { isRefused } from './maintenance.ts';
import type { OperationFunction } from './operation-function.ts';
import { acknowledge } from './rule-exceptions.ts';

interface RoutesProps {
  data: { api: IHttpApi; maintenanceFunction: IFunction };
  functions: readonly OperationFunction[];
  maintenance: 'on' | 'off';
}

/** One permission for all routes of a function: a stack may have 500 resources. */
const integrationOf = (id: string, handler: IFunction) =>
  new HttpLambdaIntegration(id, handler, { scopePermissionToRoute: false });

/**
 * Adds the routes of the functions of a stack to the HTTP API. In maintenance, another function is behind those that are
 * refused. Returns what they are in.
 */
export function addRoutes(stack: Stack, { data, functions, maintenance }: RoutesProps): Construct {
  const scope = new Construct(stack, 'Routes');
  acknowledge(scope, 'api');
  const own = functions.find(({ definition }) => definition.id === MAINTENANCE)?.function;
  const refusing =
    maintenance === 'on' ? integrationOf(MAINTENANCE, own ?? data.maintenanceFunction) : undefined;
  for (const { definition, function: handler, alias } of functions) {
    const { routes = [], isDefault } = routesBy(definition) ?? {};
    const integration =
      refusing && isRefused(definition)
        ? refusing
        : integrationOf(definition.id, (alias ?? handler) as IFunction);
    const add = (id: string, routeKey: HttpRouteKey) =>
      new HttpRoute(scope, id, { httpApi: data.api, routeKey, integration });
    for (const { path, methods } of routes) {
      for (const method of methods) add(`${method}${path}`, HttpRouteKey.with(path, HttpMethod[method]));
    }
    if (isDefault) add('DefaultRoute', HttpRouteKey.DEFAULT);
  }
  return scope;
}
