import { isMetered, metered, writeLine } from '../http/log-line.ts';
import type { Usage } from '../store/database.ts';

/** What a run did. */
export interface Sweep {
  erased: number;
  /** Files that belonged to no application. */
  orphans: number;
  /** Whether it came to the end; if not, the next run continues. */
  finished: boolean;
}

/** The metrics of a run, which the dashboard shows. */
const metrics = ['readUnits', 'writeUnits'];

/** Begins a sweep. The result writes its JSON log line; a sweep that found nothing writes only its metrics. */
export function sweepLog(now: () => Date) {
  const started = performance.now();
  return (sweep: Sweep, usage: Usage): void => {
    if (!isMetered && sweep.finished && sweep.erased + sweep.orphans === 0) return;
    writeLine({
      level: sweep.finished ? 'INFO' : 'WARN',
      operation: 'sweepApplications',
      milliseconds: Math.round(performance.now() - started),
      ...sweep,
      ...usage,
      ...metered(metrics, now()),
    });
  };
}
