import type { OperationId } from '../../schemas/operations.ts';
import type { PublicPageId } from '../../schemas/public-pages.ts';
import { setting } from '../platform/config.ts';
import { Refusal } from '../platform/errors.ts';
import type { ChainRequest, Middleware } from './incoming.ts';
import { describe, metered, writeLine } from '../platform/log-line.ts';

const metrics = ['readUnits', 'writeUnits'];

/** What a line says of a request that was refused: the code of its problem. A moved posting is no refusal. */
const refusalOf = (error: unknown, status = 0) =>
  error instanceof Refusal && status >= 400 ? { code: error.code, refused: 1 } : undefined;

/** The levels of lines, as LOG_LEVEL ranks them: what was served, what was refused, and what failed. */
const ranks = { INFO: 0, WARN: 1, ERROR: 2 } as const;

/** The maximum number of failed operations of a batch that a line describes. */
const MAX_FAULTS = 5;

/** One line of JSON per request, without the key and the body; none where the request matters less than LOG_LEVEL. */
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
      ...(event.services.logged ?? event.services.usage)(),
      ...(created > 0 && { created }),
      ...refusal,
      ...metered(
        created > 0 ? [...metrics, 'created'] : metrics,
        event.services.now(),
        refusal && { code: ['refused'] },
      ),
      // Only unexpected errors; a refusal is an ordinary response.
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
