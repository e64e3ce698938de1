import type { Usage } from '../platform/dynamodb/database.ts';
import { runLog } from '../platform/run-log.ts';

/** What a run did. */
export interface Sweep {
  erased: number;
  /** Files that belonged to no application. */
  orphans: number;
  /** Whether it came to the end; if not, the next run continues. */
  finished: boolean;
}

/** Begins a sweep. The result writes its JSON log line; a sweep that found nothing writes only its metrics. */
export function sweepLog(now: () => Date) {
  const log = runLog('sweepApplications', now);
  return (sweep: Sweep, usage: Usage): void =>
    log(sweep, {
      level: sweep.finished ? 'INFO' : 'WARN',
      isIdle: sweep.finished && sweep.erased + sweep.orphans === 0,
      usage,
    });
}
