import { describe, writeLine } from '../platform/log-line.ts';
import type { Usage } from '../platform/dynamodb/database.ts';
import type { RefreshRun } from './store/refresh-run.ts';
import { runLog } from '../platform/run-log.ts';

/** The metrics of a run, which the alarms and the dashboard show. */
const metrics = ['lag', 'refreshed'];

const operation = 'refreshDueJobs';

/** The JSON log lines of one auto-refresh run: one per failure, and one summary. */
export function refreshLog(shard: number, now: () => Date) {
  const log = runLog(operation, now);
  return {
    failure: (error: unknown) => writeLine({ level: 'ERROR', operation, shard, error: describe(error) }),
    /** A run that found nothing writes only its metrics. */
    run: (run: RefreshRun, usage: Usage) => {
      log(
        { shard, ...run },
        { level: run.failed > 0 || !run.finished ? 'WARN' : 'INFO', isIdle: run.due === 0, usage, metrics },
      );
    },
  };
}
