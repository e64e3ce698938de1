import type { Context } from 'aws-lambda';
import { refreshLog } from './refresh-log.ts';
import { refreshServicesFor } from './services.ts';
import type { RefreshRun } from './store/refresh-run.ts';
import { REFRESH_SHARDS } from './store/table.ts';

/** What a schedule sends: the shard whose turn it is, from 0. */
export interface RefreshEvent {
  shard: number;
}

/** Auto-refresh (specification 3): one run over one shard. Throws when there is none of that number. */
export async function handler({ shard }: RefreshEvent, context: Context): Promise<RefreshRun> {
  if (!Number.isInteger(shard) || shard < 0 || shard >= REFRESH_SHARDS) {
    throw new Error(
      `shard must be a whole number from 0 to ${REFRESH_SHARDS - 1}, not ${JSON.stringify(shard)}.`,
    );
  }
  const { refresh, usage, now } = refreshServicesFor(context);
  const log = refreshLog(shard, now);
  const run = await refresh({ shard, onFailure: log.failure });
  log.run(run, usage());
  return run;
}
