import type { OperationId } from '../../schemas/operations.ts';
import type { PublicPageId } from '../../schemas/public-pages.ts';
import type { ChainRequest, Middleware } from './incoming.ts';
import { describe, metered, writeLine } from './log-line.ts';

const metrics = ['readUnits', 'writeUnits'];

/** The maximum number of failed operations of a batch that a line describes. */
const MOST_FAULTS = 5;

/** One line of JSON per request, without the key and the body. */
export function requestLog(operation: OperationId | PublicPageId): Middleware {
  const started = new WeakMap<ChainRequest, number>();
  const log = (request: ChainRequest) => {
    const { event, response, error } = request;
    const status = response?.statusCode;
    const isFailure = (status ?? 500) >= 500;
    const { faults = [] } = event;
    writeLine({
      level: isFailure || faults.length > 0 ? 'ERROR' : 'INFO',
      requestId: event.requestContext.requestId,
      operation,
      employerId: event.employer?.id,
      status,
      milliseconds: Math.round(performance.now() - (started.get(request) ?? performance.now())),
      ...event.services.usage(),
      ...metered(metrics, event.services.now()),
      // Only unexpected errors; a refusal is an ordinary response.
      ...(isFailure && { error: describe(error) }),
      ...(faults.length > 0 && { failed: faults.length, errors: faults.slice(0, MOST_FAULTS).map(describe) }),
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
