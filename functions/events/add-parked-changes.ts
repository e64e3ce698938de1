import type { Context } from 'aws-lambda';
import { now } from '../platform/clock.ts';
import { describe } from '../platform/log-line.ts';
import { runLog } from '../platform/run-log.ts';
import { sideBySide } from '../platform/side-by-side.ts';
import { loggingServicesFor } from './services.ts';

/** How many employers are served at the same time. */
const AT_ONCE = 25;

/** Nothing is begun with less time left than this, in milliseconds. */
const MIN_MILLIS = 15_000;

/** What a run did, in changes. */
interface ParkedRun {
  /** How many got an event. */
  events: number;
  /** For how long the oldest one has been parked that still is, in milliseconds. */
  oldest: number;
}

/** The log of events (interface 13.1): one run over all changes that it could not take at once. Throws if some are left. */
export async function handler(_event: unknown, context: Context): Promise<ParkedRun> {
  const { add, parked, usage } = loggingServicesFor(context);
  const log = runLog('addParkedChanges');
  const run: ParkedRun = { events: 0, oldest: 0 };
  const byEmployer = Map.groupBy(await parked.list(), ({ employerId }) => employerId);
  await sideBySide(byEmployer, AT_ONCE, async ([employerId, items]) => {
    for (const item of items) {
      try {
        if (context.getRemainingTimeInMillis() < MIN_MILLIS) throw new Error('The run has no time for it.');
        run.events += await add(employerId, item.changes());
        await parked.remove(item);
      } catch (error) {
        // Those that follow stay behind it.
        run.oldest = Math.max(run.oldest, now().getTime() - item.since);
        log.failure({ employerId, since: new Date(item.since).toISOString(), error: describe(error) });
        return;
      }
    }
  });
  log.end(run, {
    level: run.oldest > 0 ? 'ERROR' : 'INFO',
    isIdle: run.events + run.oldest === 0,
    usage: usage(),
  });
  if (run.oldest > 0) throw new Error(`Changes are still parked: ${JSON.stringify(run)}`);
  return run;
}
