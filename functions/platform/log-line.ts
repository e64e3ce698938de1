import { setting } from './config.ts';

const namespace = setting('METRICS_NAMESPACE');
const wanted = setting('METRICS');

/** Whether CloudWatch extracts metrics from the log. */
export const isMetered = namespace !== undefined;

/**
 * The part of a line that makes CloudWatch extract metrics, where it shall: the embedded metric format. Metrics are
 * counted by the operation of the line; others, by the member of the line that is named with them.
 */
export const metered = (
  names: readonly string[],
  now: Date,
  others: Readonly<Record<string, readonly string[]>> = {},
) =>
  isMetered && {
    _aws: {
      Timestamp: now.getTime(),
      CloudWatchMetrics: Object.entries({ operation: names, ...others }).map(([dimension, counted]) => ({
        Namespace: namespace,
        Dimensions: [[dimension]],
        Metrics: counted.filter((name) => wanted?.has(name) ?? true).map((Name) => ({ Name, Unit: 'Count' })),
      })),
    },
  };

/** Writes a line of JSON to the log. */
export function writeLine(line: object): void {
  // oxlint-disable-next-line no-console -- Lambda sends the console to CloudWatch Logs
  console.log(JSON.stringify(line));
}

/** An error and its causes, for a log line. */
export function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: describe(cause) }) };
}
