import { addDays } from '../../functions/platform/values/calendar.ts';
import { createClient } from '../../functions/platform/store-client.ts';
import { database, type Usage } from '../../functions/platform/dynamodb/database.ts';
import { refreshDueJobs } from '../../functions/jobs/refresh-run.ts';
import { refreshShardOf } from '../../functions/platform/dynamodb/table.ts';
import type { Loaded } from './operations.ts';
import { LAST_DAY } from './shapes.ts';

/** The cost of auto-refresh per job, including its share of everything else that a run does. */
export type RefreshUnits = { jobs: number } & Usage;

/** The units of one run over all auto-refresh jobs of an employer, a week after the last of them was published. */
export async function unitsOfRefresh({ tableName, employerId }: Loaded): Promise<RefreshUnits> {
  const client = createClient();
  const db = database({ client, tableName, remainingMillis: () => Infinity });
  const { refreshed } = await refreshDueJobs(db, {
    shard: refreshShardOf(employerId),
    today: addDays(LAST_DAY, 7),
    now: () => new Date(),
    remainingMillis: () => Infinity,
    onFailure: (error) => {
      throw error;
    },
  });
  client.destroy();
  if (refreshed === 0) throw new Error('Nothing was due for auto-refresh.');
  const { calls, readUnits, writeUnits } = db.usage();
  return {
    jobs: refreshed,
    calls: calls / refreshed,
    readUnits: readUnits / refreshed,
    writeUnits: writeUnits / refreshed,
  };
}
