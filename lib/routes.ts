import type { Stack } from 'aws-cdk-lib';
import { HttpMethod, HttpRoute, HttpRouteKey, type IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { MAINTENANCE, routeTriggerOf, type ServiceFunction } from './functions.ts';
import type { Permission } from './permissions.ts';
import type { OperationFunction } from './operation-function.ts';
import { acknowledge } from './rule-exceptions.ts';

/** Excludes what each request with a key writes: the last use of the key and its account's rate limit. */
const isData = ({ on }: Permission) => on !== 'keyUse' && on !== 'rateLimits';

const writes = (permission: Permission) =>
  isData(permission) && ['PutItem', 'UpdateItem', 'DeleteItem'].includes(permission.action);

/** Whether maintenance refuses requests for a function: methods other than GET that write. */
export const isRefused = (definition: ServiceFunction): boolean =>
  (routeTriggerOf(definition)?.routes ?? []).some(({ methods }) =>
    methods.some((method) => method !== 'GET' && method !== 'HEAD'),
  ) && definition.permissions.some(writes);

interface RoutesProps {
  data: { api: IHttpApi; maintenanceFunction: IFunction };
  functions: readonly OperationFunction[];
  maintenance: 'on' | 'off';
}

/** An integration with one permission for all routes, because a stack may have 500 resources. */
const integrationOf = (id: string, handler: IFunction) =>
  new HttpLambdaIntegration(id, handler, { scopePermissionToRoute: false });

/** Adds the routes of functions to the HTTP API; in maintenance, refused routes lead to another function. Returns their scope. */
export function addRoutes(stack: Stack, { data, functions, maintenance }: RoutesProps): Construct {
  const scope = new Construct(stack, 'Routes');
  acknowledge(scope, 'api');
  const existingFunction = functions.find(({ definition }) => definition.id === MAINTENANCE)?.function;
  const refusing =
    maintenance === 'on'
      ? integrationOf(MAINTENANCE, existingFunction ?? data.maintenanceFunction)
      : undefined;
  for (const { definition, function: handler, alias } of functions) {
    const { routes = [], isDefault } = routeTriggerOf(definition) ?? {};
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
