import type { Context } from 'aws-lambda';
import { runLog, describe } from '../platform/log.ts';
import { notificationServicesFor } from './services.ts';
import { notifyEngines, type NotificationRun } from './search-engines/notify-engines.ts';

/** Notifies the search engines of the stage of postings that opened, changed or closed (guide: career-site 7 to 9). */
export async function handler(_: object, context: Context): Promise<NotificationRun> {
  const services = notificationServicesFor(context);
  if (!services) return { accepted: 0, refused: 0, failed: 0 };
  const log = runLog('notifySearchEngines', ['failed']);
  const { notifications, usage } = services;
  const run = await notifyEngines({
    ...(await notifications()),
    onError: (error, engine) => log.failure({ engine, error: describe(error) }),
  });
  log.end(run, {
    level: run.failed + run.refused > 0 ? 'WARN' : 'INFO',
    isIdle: run.accepted + run.refused + run.failed === 0,
    usage: usage(),
  });
  return run;
}
