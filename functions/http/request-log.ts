import type { OperationId } from '../../schemas/operations.ts';
import type { PublicPageId } from '../../schemas/public-pages.ts';
import { setting } from '../wiring/config.ts';
import type { ChainRequest, Middleware } from './incoming.ts';

const namespace = setting('METRICS_NAMESPACE');

const metrics = ['readUnits', 'writeUnits'];

/** Makes CloudWatch extract metrics by operation from a log line: the embedded metric format. */
export const embeddedMetrics = (Namespace: string, Timestamp: number, names: readonly string[]) => ({
  _aws: {
    Timestamp,
    CloudWatchMetrics: [
      {
        Namespace,
        Dimensions: [['operation']],
        Metrics: names.map((Name) => ({ Name, Unit: 'Count' })),
      },
    ],
  },
});

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
    const line = {
      level: isFailure || faults.length > 0 ? 'ERROR' : 'INFO',
      requestId: event.requestContext.requestId,
      operation,
      employerId: event.employer?.id,
      status,
      milliseconds: Math.round(performance.now() - (started.get(request) ?? performance.now())),
      ...event.services.usage(),
      ...(namespace !== undefined && embeddedMetrics(namespace, event.services.now().getTime(), metrics)),
      // Only unexpected errors; a refusal is an ordinary response.
      ...(isFailure && { error: describe(error) }),
      ...(faults.length > 0 && { failed: faults.length, errors: faults.slice(0, MOST_FAULTS).map(describe) }),
    };
    // oxlint-disable-next-line no-console -- Lambda sends the console to CloudWatch Logs
    console.log(JSON.stringify(line));
  };
  return {
    before: (request) => {
      started.set(request, performance.now());
    },
    after: log,
    onError: log,
  };
}

/** An error and its causes, for a log line. */
export function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: describe(cause) }) };
}
