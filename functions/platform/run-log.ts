import { now } from './time/clock.ts';
import type { Usage } from './dynamodb/database.ts';
import { isMetered, metered, writeLine } from './log-line.ts';

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
  /** Whether the run had no work, so that it logs only its metrics. */
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
