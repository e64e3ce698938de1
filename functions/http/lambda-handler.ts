import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { StoreUnavailable } from '../platform/errors.ts';
import type { ChainServices, Handler, Incoming, Middleware, Outgoing } from './incoming.ts';

/** Creates the services for one request. */
export type ServicesFor<Services> = (context: Pick<Context, 'getRemainingTimeInMillis'>) => Services;

/** An event of the chain with the services of its function. */
export type EventWith<Services> = Incoming & { services: Services };

/** The function timed out, and its work may still take effect. */
function throwTimeout(): never {
  throw new StoreUnavailable('unknown', 'The time of the function is over.');
}

/** The Lambda handler that serves a request through a chain of middlewares. */
export function lambdaHandler<Services extends ChainServices>(
  servicesFor: ServicesFor<Services>,
  serve: (event: EventWith<Services>) => Promise<Outgoing>,
  chain: Middleware[],
): Handler {
  const handler = middy(serve, { timeoutEarlyResponse: throwTimeout }).use(chain);
  // nodejs24.x assumes that a handler with three parameters uses a callback, and refuses it.
  return (event, context) => handler({ ...event, services: servicesFor(context) }, context);
}
