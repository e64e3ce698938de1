import { now } from './time/clock.ts';
import type { Usage } from './dynamodb/database.ts';
import { isMetered, metered, writeLine } from './log-line.ts';

/** The failure of a run that had more to do than time. */
class Unfinished extends Error {
  override name = 'Unfinished';
}

/**
 * Fails a run that did not come to its end, once it is in the log: Lambda then runs it twice more, which goes on where it
 * stopped, and the dead letter of a third one is an alarm. Throws Unfinished.
 */
export function mustFinish<Run extends { finished: boolean }>(run: Run): Run {
  if (!run.finished) throw new Unfinished(`The run had more to do than time: ${JSON.stringify(run)}`);
  return run;
}

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
