import { functionNameOf } from '../../schemas/operations.ts';
import { refusedRoutes, routes } from '../../schemas/routes.ts';

/** A route of the HTTP API that matches a request, and the function behind it. */
export interface Route {
  routeKey: string;
  /** The name of the module in `functions/`. */
  functionName: string;
  pathParameters?: Record<string, string>;
}

/** A route in API Gateway's notation (`GET /api/v1.1/jobs/{id}` or `$default`) and its function. */
export type RouteRow = Pick<Route, 'routeKey' | 'functionName'>;

/** The routes of all operations, public pages and documentation pages. */
const tableRoutes: readonly RouteRow[] = [
  ...[...routes, ...refusedRoutes()].flatMap(({ id, path, methods }) =>
    methods.map((method) => ({ routeKey: `${method} ${path}`, functionName: functionNameOf(id) })),
  ),
  { routeKey: '$default', functionName: 'no-route' },
];

/** The names of the functions behind routes. */
export const functionsBehind = (rows: readonly RouteRow[]) => [
  ...new Set(rows.map(({ functionName }) => functionName)),
];

/** The names of the functions of all operations and pages. */
export const functionNames = functionsBehind(tableRoutes);

const parameterName = (segment: string) => /^\{(\w+)\+?\}$/.exec(segment)?.[1];

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The segments of a path as a pattern has them: `{name+}` at its end stands for all that are left. */
function segmentsFor(pattern: readonly string[], path: readonly string[]): readonly string[] {
  const last = pattern.length - 1;
  return pattern[last]?.endsWith('+}') ? [...path.slice(0, last), path.slice(last).join('/')] : path;
}

/** The values of the path parameters; undefined when the path does not match. */
function pathParameters(pattern: readonly string[], wholePath: readonly string[]) {
  const path = segmentsFor(pattern, wholePath);
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

/** Finds the route of a method and a raw path. */
export type FindRoute = (method: string, rawPath: string) => Route;

/** Which routes API Gateway prefers: those without parameters, and `$default` only when no other one matches. */
const rankOf = ({ routeKey }: RouteRow) => (routeKey === '$default' ? 2 : Number(routeKey.includes('{')));

/** Matches routes as API Gateway does: case-sensitive, fixed paths first, and `$default` when none matches. */
export function routeFinder(rows: readonly RouteRow[]): FindRoute {
  const ranked = rows.toSorted((a, b) => rankOf(a) - rankOf(b));
  const candidates = ranked.map((row) => {
    const [method, path = ''] = row.routeKey.split(' ');
    return { ...row, method, segments: path.split('/') };
  });
  return (method, rawPath) => {
    const path = rawPath.split('/');
    for (const { routeKey, functionName, segments, method: routeMethod } of candidates) {
      if (routeKey === '$default') return { routeKey, functionName };
      const parameters = routeMethod === method ? pathParameters(segments, path) : undefined;
      if (!parameters) continue;
      const hasParameters = Object.keys(parameters).length > 0;
      return { routeKey, functionName, ...(hasParameters && { pathParameters: parameters }) };
    }
    throw new Error('The routes have no $default.');
  };
}

/** Finds a route among those of operations and pages. */
export const findRoute = routeFinder(tableRoutes);
