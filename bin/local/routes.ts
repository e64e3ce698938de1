import {
  BASE_PATH,
  functionNameOf,
  methodsOf,
  operations,
  type OperationId,
} from '../../schemas/operations.ts';

/** Where a request goes: a route of the HTTP API, and the function behind it. */
export interface Route {
  routeKey: string;
  /** The name of the module in `functions/`. */
  functionName: string;
  pathParameters?: Record<string, string>;
}

const routes = Object.entries(operations).flatMap(([operationId, operation]) =>
  methodsOf(operation).map((method) => ({
    method,
    routeKey: `${method} ${BASE_PATH}${operation.path}`,
    functionName: functionNameOf(operationId as OperationId),
    segments: `${BASE_PATH}${operation.path}`.split('/'),
  })),
);

const noRoute: Route = { routeKey: '$default', functionName: 'no-route' };

/** The names of all functions that the gateway calls. */
export const functionNames = [...new Set([...routes, noRoute].map(({ functionName }) => functionName))];

const parameterName = (segment: string) => /^\{(\w+)\}$/.exec(segment)?.[1];

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The values of the path's parameters; undefined when the path is another one. */
function pathParameters(pattern: readonly string[], path: readonly string[]) {
  const values: [string, string][] = [];
  if (pattern.length !== path.length) return undefined;
  for (const [index, segment] of pattern.entries()) {
    const given = path[index] ?? '';
    const name = parameterName(segment);
    if (name === undefined ? segment !== given : given === '') return undefined;
    if (name !== undefined) values.push([name, decoded(given)]);
  }
  return Object.fromEntries(values);
}

/** The route of a method and a raw path, as API Gateway chooses it: exact in case, `$default` when there is none. */
export function findRoute(method: string, rawPath: string): Route {
  const path = rawPath.split('/');
  for (const { routeKey, functionName, segments, method: routeMethod } of routes) {
    const parameters = routeMethod === method ? pathParameters(segments, path) : undefined;
    if (!parameters) continue;
    const hasParameters = Object.keys(parameters).length > 0;
    return { routeKey, functionName, ...(hasParameters && { pathParameters: parameters }) };
  }
  return noRoute;
}
