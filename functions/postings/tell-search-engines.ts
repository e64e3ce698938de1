import type { Context } from 'aws-lambda';
import { runLog } from '../platform/run-log.ts';
import { describe } from '../platform/log-line.ts';
import { newsServicesFor } from './services.ts';
import { tellNews, type NewsRun } from './search-engines/tell-news.ts';

/** Tells search engines which postings opened, changed or closed (interface 11.4), where the stage wants it. */
export async function handler(_: object, context: Context): Promise<NewsRun> {
  const services = newsServicesFor(context);
  if (!services) return { told: 0, refused: 0, failed: 0 };
  const log = runLog('tellSearchEngines', ['failed']);
  const { news, usage } = services;
  const run = await tellNews({
    ...(await news()),
    onError: (error, engine) => log.failure({ engine, error: describe(error) }),
  });
  log.end(run, {
    level: run.failed + run.refused > 0 ? 'WARN' : 'INFO',
    isIdle: run.told + run.refused + run.failed === 0,
    usage: usage(),
  });
  return run;
}
