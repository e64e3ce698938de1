import { pathPattern } from '../../functions/http/routes.ts';
import { functionNameOf } from '../../lib/function-table.ts';
import { refusedRoutes, routes } from '../../schemas/routes.ts';

/** A route of the HTTP API that matches a request, and its function. */
export interface Route {
  routeKey: string;
  /** The name of the module in `functions/`. */
  functionName: string;
  pathParameters?: Record<string, string>;
}

/** A route in API Gateway's notation (`GET /api/v1.1/jobs/{id}` or `$default`) and its function. */
type RouteRow = Pick<Route, 'routeKey' | 'functionName'>;

/** The routes of all operations, public pages and documentation pages. */
const tableRoutes: readonly RouteRow[] = [
  ...[...routes, ...refusedRoutes()].flatMap(({ id, path, methods }) =>
    methods.map((method) => ({ routeKey: `${method} ${path}`, functionName: functionNameOf(id) })),
  ),
  { routeKey: '$default', functionName: 'no-route' },
];

/** The names of the functions of all operations and pages. */
export const functionNames = [...new Set(tableRoutes.map(({ functionName }) => functionName))];

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Finds the route of a method and a raw path. */
export type FindRoute = (method: string, rawPath: string) => Route;

/** The precedence of a route in API Gateway: routes without parameters first, `$default` last. */
const rankOf = ({ routeKey }: RouteRow) => (routeKey === '$default' ? 2 : Number(routeKey.includes('{')));

/**
 * Matches routes as API Gateway does: case-sensitive, fixed paths first, and `$default` when no other route matches.
 */
export function routeFinder(rows: readonly RouteRow[]): FindRoute {
  const candidates = rows
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((row) => {
      const [method, path = ''] = row.routeKey.split(' ');
      return { ...row, method, pattern: pathPattern(path) };
    });
  return (method, rawPath) => {
    for (const { routeKey, functionName, pattern, method: routeMethod } of candidates) {
      if (routeKey === '$default') return { routeKey, functionName };
      const match = routeMethod === method ? pattern.exec(rawPath) : null;
      if (!match) continue;
      const { groups } = match;
      if (!groups) return { routeKey, functionName };
      const values = Object.entries(groups).map(([name, given]) => [name, decoded(given)]);
      return { routeKey, functionName, pathParameters: Object.fromEntries(values) };
    }
    throw new Error('The routes have no $default.');
  };
}

/** Finds a route of an operation or page. */
export const findRoute = routeFinder(tableRoutes);
