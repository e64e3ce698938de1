import type { Context } from 'aws-lambda';
import type { FeedRun } from './feeds/publish-feeds.ts';
import { feedLog } from './feed-log.ts';
import { publicationServicesFor } from './services.ts';

/** Publishes the feed and the sitemap of all open postings (interface 11.8). */
export async function handler(_: object, context: Context): Promise<FeedRun> {
  const { publish, usage, now } = publicationServicesFor(context);
  const log = feedLog(now);
  const run = await publish();
  log(run, usage());
  return run;
}
