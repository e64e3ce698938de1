import type { FeedRun } from '../feeds/publish-feeds.ts';
import { embeddedMetrics } from '../http/request-log.ts';
import type { Usage } from '../store/database.ts';
import { setting } from './config.ts';

const namespace = setting('METRICS_NAMESPACE');

/** The metrics of a run, which the dashboard shows. */
const metrics = ['readUnits', 'writeUnits'];

/**
 * Begins a run of the feeds. The result writes its JSON log line; a run that found no postings or changed nothing writes
 * only its metrics.
 */
export function feedLog(now: () => Date) {
  const started = performance.now();
  return (run: FeedRun, usage: Usage): void => {
    if (namespace === undefined && run.finished && (run.parts === 0 || !run.changed)) return;
    const line = {
      level: run.finished ? 'INFO' : 'WARN',
      operation: 'publishFeeds',
      milliseconds: Math.round(performance.now() - started),
      ...run,
      ...usage,
      ...(namespace !== undefined && embeddedMetrics(namespace, now().getTime(), metrics)),
    };
    // oxlint-disable-next-line no-console -- Lambda sends the console to CloudWatch Logs
    console.log(JSON.stringify(line));
  };
}
