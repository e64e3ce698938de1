import { pathPattern } from '../../functions/http/routes.ts';
import { functionNameOf } from '../../lib/function-table.ts';
import { refusedRoutes, routes } from '../../schemas/routes.ts';
import type { Handler } from '../../functions/http/incoming.ts';
import { fileRoutes } from './files.ts';
import { outboxRoutes } from './outbox/outbox-routes.ts';

export interface Route {
  routeKey: string;
  /** The name of the module in `functions/`. */
  functionName: string;
  pathParameters?: Record<string, string>;
}

/** A route in API Gateway's notation (`GET /api/v1.1/jobs/{id}` or `$default`) and its function. */
type RouteRow = Pick<Route, 'routeKey' | 'functionName'>;

export const tableRoutes: readonly RouteRow[] = [
  ...[...routes, ...refusedRoutes()].flatMap(({ id, path, methods }) =>
    methods.map((method) => ({ routeKey: `${method} ${path}`, functionName: functionNameOf(id) })),
  ),
  { routeKey: '$default', functionName: 'no-route' },
];

export const functionNames = [...new Set(tableRoutes.map(({ functionName }) => functionName))];

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export type FindRoute = (method: string, rawPath: string) => Route;

/** The precedence of a route in API Gateway: routes without parameters first, `$default` last. */
const rankOf = ({ routeKey }: RouteRow) => (routeKey === '$default' ? 2 : Number(routeKey.includes('{')));

/**
 * Matches routes as API Gateway does: case-sensitive, fixed paths first, and `$default` when no other route matches.
 */
function routeFinder(rows: readonly RouteRow[]): FindRoute {
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

/** The handlers of routes that exist only in the local service, by route key in API Gateway's notation. */
export const localHandlers: Readonly<Record<string, Handler>> = { ...fileRoutes, ...outboxRoutes };

export const findRoute = routeFinder([
  ...Object.keys(localHandlers).map((routeKey) => ({ routeKey, functionName: routeKey })),
  ...tableRoutes,
]);
