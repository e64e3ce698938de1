import type { IncomingMessage } from 'node:http';
import type { Handler, Outgoing } from '../../functions/http/incoming.ts';
import { LOCAL_BUCKET } from '../../functions/platform/files/local-upload.ts';
import { fileRoutes } from './files.ts';
import { outboxRoutes } from './outbox/outbox-routes.ts';
import { takeUpload } from './uploads/take-upload.ts';
import { routeFinder, type FindRoute } from './routes.ts';

/** Routes that only this machine has, in API Gateway's notation, with their handlers. */
const localRoutes: Readonly<Record<string, Handler>> = { ...fileRoutes, ...outboxRoutes };

/** What reads the body of a request itself. */
type Taker = (request: IncomingMessage) => Promise<Outgoing>;

/** Routes whose bodies are larger, or slower, than API Gateway would take. */
const takers: Readonly<Record<string, Taker>> = { [`POST /${LOCAL_BUCKET}`]: takeUpload };

/** What reads and answers a request of a method and path by itself; undefined if a handler does that. */
export const takerOf = (method: string, rawPath: string): Taker | undefined => takers[`${method} ${rawPath}`];

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
