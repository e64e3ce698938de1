import type { FeedRun } from '../feeds/publish-feeds.ts';
import { isMetered, metered, writeLine } from '../http/log-line.ts';
import type { Usage } from '../store/database.ts';

/** The metrics of a run, which the dashboard shows. */
const metrics = ['readUnits', 'writeUnits'];

/**
 * Begins a run of the feeds. The result writes its JSON log line; a run that found no postings or changed nothing writes
 * only its metrics.
 */
export function feedLog(now: () => Date) {
  const started = performance.now();
  return (run: FeedRun, usage: Usage): void => {
    if (!isMetered && run.finished && (run.parts === 0 || !run.changed)) return;
    writeLine({
      level: run.finished ? 'INFO' : 'WARN',
      operation: 'publishFeeds',
      milliseconds: Math.round(performance.now() - started),
      ...run,
      ...usage,
      ...metered(metrics, now()),
    });
  };
}
