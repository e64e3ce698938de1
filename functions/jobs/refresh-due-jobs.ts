import type { Context } from 'aws-lambda';
import { refreshLog } from './refresh-log.ts';
import { refreshServicesFor } from './services.ts';
import type { RefreshRun } from './store/refresh-run.ts';

/** What a schedule sends: the shard whose turn it is, from 0. */
export interface RefreshEvent {
  shard: number;
}

/** Auto-refresh (interface 2.9): one run over one shard. Throws RangeError when the shard does not exist. */
export async function handler({ shard }: RefreshEvent, context: Context): Promise<RefreshRun> {
  const { refresh, usage, now } = refreshServicesFor(context);
  const log = refreshLog(shard, now);
  const run = await refresh({ shard, onFailure: log.failure });
  log.run(run, usage());
  return run;
}
