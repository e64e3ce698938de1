import { describe, isMetered, metered, writeLine } from '../http/log-line.ts';
import type { Usage } from '../store/database.ts';
import type { RefreshRun } from '../store/refresh-run.ts';

/** The metrics of a run, which the alarms and the dashboard show. */
const metrics = ['lag', 'refreshed', 'readUnits', 'writeUnits'];

const operation = 'refreshDueJobs';

/** The JSON log lines of one auto-refresh run: one per failure, and one summary. */
export function refreshLog(shard: number, now: () => Date) {
  const started = performance.now();
  return {
    failure: (error: unknown) => writeLine({ level: 'ERROR', operation, shard, error: describe(error) }),
    /** A run that found nothing writes only its metrics. */
    run: (run: RefreshRun, usage: Usage) => {
      if (!isMetered && run.due === 0) return;
      writeLine({
        level: run.failed > 0 || !run.finished ? 'WARN' : 'INFO',
        operation,
        shard,
        milliseconds: Math.round(performance.now() - started),
        ...run,
        ...usage,
        ...metered(metrics, now()),
      });
    },
  };
}
