import type { Context } from 'aws-lambda';
import { now } from '../platform/time/clock.ts';
import { describe } from '../platform/log-line.ts';
import { runLog } from '../platform/run-log.ts';
import { addParked, type ParkedRun } from './parked-run.ts';
import { loggingServicesFor } from './services.ts';

/** The log of events (interface 13.1): a run over the changes that the log did not take in time. Throws if some stay parked. */
export async function handler(_event: unknown, context: Context): Promise<ParkedRun> {
  const { add, parked, usage } = loggingServicesFor(context);
  const log = runLog('addParkedChanges');
  const run = await addParked({
    add,
    parked,
    now,
    remainingMillis: () => context.getRemainingTimeInMillis(),
    onFailure: ({ error, ...failure }) => log.failure({ ...failure, error: describe(error) }),
  });
  const level = run.oldest > 0 ? 'ERROR' : 'INFO';
  log.end(run, { level, isIdle: run.events + run.oldest === 0, usage: usage() });
  if (run.oldest > 0) throw new Error(`Changes are still parked: ${JSON.stringify(run)}`);
  return run;
}
