import type { Context } from 'aws-lambda';
import { requireFinished, runLog } from '../platform/log.ts';
import type { FeedRun } from './feeds/publish-feeds.ts';
import { publicationServicesFor } from './services.ts';

/** Publishes the feed and the sitemap of all open postings (guide: career-site 10 to 13). Throws Unfinished. */
export async function handler(_: object, context: Context): Promise<FeedRun> {
  const { publish, usage } = publicationServicesFor(context);
  const log = runLog('publishFeeds');
  const run = await publish();
  log.end(run, {
    level: run.finished ? 'INFO' : 'WARN',
    isIdle: run.finished && (run.parts === 0 || !run.changed),
    usage: usage(),
  });
  return requireFinished(run);
}
