import type { Handler } from '../../functions/http/incoming.ts';
import { fileRoutes } from './files.ts';
import { outboxRoutes } from './outbox/outbox-routes.ts';
import { routeFinder, type FindRoute, type Route } from './routes.ts';

/** Routes that only this machine has, in API Gateway's notation, with their handlers. */
const localRoutes: Readonly<Record<string, Handler>> = { ...fileRoutes, ...outboxRoutes };

/** Whether only this machine has a route: what is sent there need not be as small as an event of Lambda. */
export const isLocal = ({ functionName }: Route): boolean => Object.hasOwn(localRoutes, functionName);

/** What answers a request: a handler by the name of its function, and the function by method and path. */
interface Served {
  findRoute: FindRoute;
  handlers: (functionName: string) => Promise<Handler>;
}

const findLocal = routeFinder([
  ...Object.keys(localRoutes).map((routeKey) => ({ routeKey, functionName: routeKey })),
  { routeKey: '$default', functionName: '$default' },
]);

/** Adds to what is deployed the routes that only this machine has. */
export function withLocalRoutes(deployment: Served): Served {
  return {
    findRoute: (method, rawPath) => {
      const local = findLocal(method, rawPath);
      return local.routeKey === '$default' ? deployment.findRoute(method, rawPath) : local;
    },
    handlers: async (functionName) => localRoutes[functionName] ?? deployment.handlers(functionName),
  };
}
