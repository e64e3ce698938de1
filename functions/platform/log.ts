import { setting } from './config.ts';
import { now } from './time/clock.ts';
import type { Usage } from './dynamodb/database.ts';

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
  at: Date,
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
  return CloudWatchMetrics.length > 0 ? { _aws: { Timestamp: at.getTime(), CloudWatchMetrics } } : undefined;
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

/** The error of a run whose time ended before its work. */
class Unfinished extends Error {
  override name = 'Unfinished';
}

/**
 * Fails a run that did not finish, after it was logged. Lambda then repeats it twice, each continuing where the last
 * one stopped; a third failure leaves a dead letter, which an alarm watches. Throws Unfinished.
 */
export function requireFinished<Run extends { finished: boolean }>(run: Run): Run {
  if (!run.finished) throw new Unfinished(`The run had more to do than time: ${JSON.stringify(run)}`);
  return run;
}

/** The end of a run. */
interface RunEnd {
  level: 'INFO' | 'WARN' | 'ERROR';
  /** Whether the run says nothing new: it is then logged only where CloudWatch extracts metrics. */
  isIdle: boolean;
  usage: Usage;
}

/**
 * Starts the log of a background run. `metrics` names the counts of the run that are metrics, besides its use of the
 * database.
 */
export function runLog(operation: string, metrics: readonly string[] = []) {
  const started = performance.now();
  return {
    /** Logs a failure during the run. */
    failure: (facts: object): void => writeLine({ level: 'ERROR', operation, ...facts }),
    /** Logs the end of the run. */
    end: (did: object, { level, isIdle, usage }: RunEnd): void => {
      if (!isMetered && isIdle) return;
      const counted = metrics.filter((name) => name in did);
      writeLine({
        level,
        operation,
        milliseconds: Math.round(performance.now() - started),
        ...did,
        ...usage,
        ...metered([...counted, 'readUnits', 'writeUnits'], now()),
      });
    },
  };
}
