import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { StoreUnavailable, Refusal } from '../platform/errors.ts';
import type { ChainServices, Handler, Incoming, Middleware, Outgoing, ChainRequest } from './incoming.ts';
import type { OperationId } from '../../schemas/operations.ts';
import type { PublicPageId } from '../../schemas/public-pages.ts';
import { setting } from '../platform/config.ts';
import { describe, metered, writeLine } from '../platform/log.ts';

const metrics = ['readUnits', 'writeUnits'];

/** The problem code of a refused request. A redirect to a moved posting does not count as a refusal. */
const refusalOf = (error: unknown, status = 0) =>
  error instanceof Refusal && status >= 400 ? { code: error.code, refused: 1 } : undefined;

/** The ranks of the log levels: INFO for served requests, WARN for refused ones, ERROR for failed ones. */
const ranks = { INFO: 0, WARN: 1, ERROR: 2 } as const;

/** The maximum number of failed batch operations that a log line describes. */
const MAX_FAULTS = 5;

/** Logs one line of JSON per request, without the key and the body, if its level reaches LOG_LEVEL. */
export function requestLog(operation: OperationId | PublicPageId): Middleware {
  const started = new WeakMap<ChainRequest, number>();
  const log = (request: ChainRequest) => {
    const { event, response, error } = request;
    const status = response?.statusCode;
    const isFailure = (status ?? 500) >= 500;
    const { faults = [], created = 0 } = event.result ?? {};
    const refusal = isFailure ? undefined : refusalOf(error, status);
    const served = refusal ? 'WARN' : 'INFO';
    const level = isFailure || faults.length > 0 ? 'ERROR' : served;
    if (ranks[level] < setting('LOG_LEVEL')) return;
    writeLine({
      level,
      requestId: event.requestContext.requestId,
      operation,
      employerId: event.caller?.account.id,
      status,
      milliseconds: Math.round(performance.now() - (started.get(request) ?? performance.now())),
      ...(event.services.loggedUsage ?? event.services.usage)(),
      ...(created > 0 && { created }),
      ...refusal,
      ...metered(
        created > 0 ? [...metrics, 'created'] : metrics,
        event.services.now(),
        refusal && { code: ['refused'] },
      ),
      // Only unexpected errors are logged with their cause; a refusal is an ordinary response.
      ...(isFailure && { error: describe(error) }),
      ...(faults.length > 0 && { failed: faults.length, errors: faults.slice(0, MAX_FAULTS).map(describe) }),
    });
  };
  return {
    before: (request) => {
      started.set(request, performance.now());
    },
    after: log,
    onError: log,
  };
}

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
