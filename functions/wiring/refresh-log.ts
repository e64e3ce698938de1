import { setting } from './config.ts';
import { describe, embeddedMetrics } from '../http/request-log.ts';
import type { Usage } from '../store/database.ts';
import type { RefreshRun } from '../store/refresh-run.ts';

const namespace = setting('METRICS_NAMESPACE');

/** The metrics of a run, which the alarms and the dashboard show. */
const metrics = ['lag', 'refreshed', 'readUnits', 'writeUnits'];

const operation = 'refreshDueJobs';

const write = (line: object) => {
  // oxlint-disable-next-line no-console -- Lambda sends the console to CloudWatch Logs
  console.log(JSON.stringify(line));
};

/** The JSON log lines of one auto-refresh run: one per failure, and one summary. */
export function refreshLog(shard: number, now: () => Date) {
  const started = performance.now();
  return {
    failure: (error: unknown) => write({ level: 'ERROR', operation, shard, error: describe(error) }),
    /** A run that found nothing writes only its metrics. */
    run: (run: RefreshRun, usage: Usage) => {
      if (namespace === undefined && run.due === 0) return;
      write({
        level: run.failed > 0 || !run.finished ? 'WARN' : 'INFO',
        operation,
        shard,
        milliseconds: Math.round(performance.now() - started),
        ...run,
        ...usage,
        ...(namespace !== undefined && embeddedMetrics(namespace, now().getTime(), metrics)),
      });
    },
  };
}
