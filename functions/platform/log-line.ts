import { setting } from './config.ts';

const namespace = setting('METRICS_NAMESPACE');
const metricsSetting = setting('METRICS');

/** Whether CloudWatch extracts metrics from the log. */
export const isMetered = namespace !== undefined;

/**
 * The members of a line from which CloudWatch extracts metrics (embedded metric format), when a namespace is set. The
 * dimension of a metric is the operation, or the member that is named with it.
 */
export function metered(
  names: readonly string[],
  now: Date,
  others: Readonly<Record<string, readonly string[]>> = {},
) {
  if (!isMetered) return undefined;
  const CloudWatchMetrics = Object.entries({ operation: names, ...others }).flatMap(
    ([dimension, counted]) => {
      const written = counted.filter((name) => metricsSetting?.has(name) ?? true);
      const Metrics = written.map((Name) => ({ Name, Unit: 'Count' }));
      return Metrics.length > 0 ? [{ Namespace: namespace, Dimensions: [[dimension]], Metrics }] : [];
    },
  );
  return CloudWatchMetrics.length > 0 ? { _aws: { Timestamp: now.getTime(), CloudWatchMetrics } } : undefined;
}

/** Writes a line of JSON to the log. */
export function writeLine(line: object): void {
  // oxlint-disable-next-line no-console -- Lambda sends the console to CloudWatch Logs
  console.log(JSON.stringify(line));
}

/** Formats an error and its causes for a log line. */
export function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: describe(cause) }) };
}
