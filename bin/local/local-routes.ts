import type { Handler } from '../../functions/http/incoming.ts';
import { fileRoutes } from './files.ts';
import { outboxRoutes } from './outbox/outbox-routes.ts';
import { routeFinder, type FindRoute, type Route } from './routes.ts';

/** Routes that exist only in the local service, in API Gateway's notation, with their handlers. */
const localRoutes: Readonly<Record<string, Handler>> = { ...fileRoutes, ...outboxRoutes };

/** Whether a route exists only in the local service: its requests may exceed the size limit of Lambda events. */
export const isLocal = ({ functionName }: Route): boolean => Object.hasOwn(localRoutes, functionName);

/** Finds the function of a request, and the handler of a function by name. */
interface Served {
  findRoute: FindRoute;
  handlers: (functionName: string) => Promise<Handler>;
}

const findLocal = routeFinder([
  ...Object.keys(localRoutes).map((routeKey) => ({ routeKey, functionName: routeKey })),
  { routeKey: '$default', functionName: '$default' },
]);

/** Adds the local routes to the routes of the deployment. */
export function withLocalRoutes(deployment: Served): Served {
  return {
    findRoute: (method, rawPath) => {
      const local = findLocal(method, rawPath);
      return local.routeKey === '$default' ? deployment.findRoute(method, rawPath) : local;
    },
    handlers: async (functionName) => localRoutes[functionName] ?? deployment.handlers(functionName),
  };
}
