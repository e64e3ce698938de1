import { refreshDueJobs } from './store/refresh-run.ts';
import { now, today } from '../platform/clock.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';

type RefreshSettings = Omit<Parameters<typeof refreshDueJobs>[1], 'today' | 'now' | 'remainingMillis'>;

/** The services of auto-refresh runs. */
export function refreshServicesFor(context: RequestTime) {
  const db = databaseFor(context);
  return {
    refresh: (settings: RefreshSettings) =>
      refreshDueJobs(db, {
        ...settings,
        today: today(),
        now,
        remainingMillis: context.getRemainingTimeInMillis,
      }),
    usage: db.usage,
    now,
  };
}
