import type { FeedRun } from './feeds/publish-feeds.ts';
import type { Usage } from '../platform/dynamodb/database.ts';
import { runLog } from '../platform/run-log.ts';

/**
 * Begins a run of the feeds. The result writes its JSON log line; a run that found no postings or changed nothing writes
 * only its metrics.
 */
export function feedLog(now: () => Date) {
  const log = runLog('publishFeeds', now);
  return (run: FeedRun, usage: Usage): void =>
    log(run, {
      level: run.finished ? 'INFO' : 'WARN',
      isIdle: run.finished && (run.parts === 0 || !run.changed),
      usage,
    });
}
