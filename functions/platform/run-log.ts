import { now } from './clock.ts';
import type { Usage } from './dynamodb/database.ts';
import { isMetered, metered, writeLine } from './log-line.ts';

/** How a run ended. */
interface End {
  level: 'INFO' | 'WARN' | 'ERROR';
  /** Whether it did nothing: then it writes only its metrics. */
  isIdle: boolean;
  usage: Usage;
}

/**
 * Begins a run of a function that nobody waits for, and writes its JSON log lines. `metrics` names what is a metric of
 * what a run did, besides what it used of the database.
 */
export function runLog(operation: string, metrics: readonly string[] = []) {
  const started = performance.now();
  return {
    /** Something failed, and the run goes on. */
    failure: (facts: object): void => writeLine({ level: 'ERROR', operation, ...facts }),
    /** The run is over. */
    end: (did: object, { level, isIdle, usage }: End): void => {
      if (!isMetered && isIdle) return;
      const told = metrics.filter((name) => name in did);
      writeLine({
        level,
        operation,
        milliseconds: Math.round(performance.now() - started),
        ...did,
        ...usage,
        ...metered([...told, 'readUnits', 'writeUnits'], now()),
      });
    },
  };
}
