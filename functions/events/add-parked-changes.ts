import type { Context } from 'aws-lambda';
import { now } from '../platform/time/clock.ts';
import { describe, runLog } from '../platform/log.ts';
import { loggingServicesFor } from './services.ts';
import { forEachConcurrently } from '../platform/concurrency.ts';

/** The maximum number of employers whose parked changes are added at the same time. */
const AT_ONCE = 25;

/** The run starts to add a change only if at least this much time is left, in milliseconds. */
const MIN_MILLIS = 15_000;

interface ParkedRun {
  /** The number of events that the run added. */
  events: number;
  /** The age of the oldest change that is still parked, in milliseconds. */
  oldest: number;
}

/**
 * Adds all parked changes to the log of events (guide: follow-changes 1 to 6). When one fails, the later changes of its
 * employer stay parked. Throws if some changes stay parked.
 */
export async function handler(_event: unknown, context: Context): Promise<ParkedRun> {
  const { add, parked, usage } = loggingServicesFor(context);
  const log = runLog('addParkedChanges');
  const run: ParkedRun = { events: 0, oldest: 0 };
  const byEmployer = Map.groupBy(await parked.list(), ({ employerId }) => employerId);
  await forEachConcurrently(byEmployer, AT_ONCE, async ([employerId, items]) => {
    for (const item of items) {
      try {
        if (context.getRemainingTimeInMillis() < MIN_MILLIS) throw new Error('The run has no time left.');
        run.events += await add(employerId, item.changes());
        await parked.remove(item);
      } catch (error) {
        run.oldest = Math.max(run.oldest, now().getTime() - item.since);
        log.failure({ employerId, since: new Date(item.since).toISOString(), error: describe(error) });
        return;
      }
    }
  });
  const level = run.oldest > 0 ? 'ERROR' : 'INFO';
  log.end(run, { level, isIdle: run.events + run.oldest === 0, usage: usage() });
  if (run.oldest > 0) throw new Error(`Changes are still parked: ${JSON.stringify(run)}`);
  return run;
}
