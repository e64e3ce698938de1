import { now } from '../../functions/platform/time/clock.ts';
import { statusFolding } from '../../functions/jobs/lists/status-folding.ts';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { database } from '../../functions/platform/dynamodb/database.ts';
import { StoreUnavailable } from '../../functions/platform/errors.ts';
import { crashing } from './crashing-client.ts';

/**
 * Folds status maps as the hourly run does. With faults, a fold tries for some milliseconds, as the time limit of its
 * function does. Throws for what neither a fault nor a crash explains.
 */
export function folding(limitMillis = Infinity) {
  const client = createDocumentClient();
  return {
    /** Folds the status map. Returns whether the fold completed; with `crash`, it crashes at this call. */
    fold: async (employerId: number, crash?: { calls: number; arrives: boolean }): Promise<boolean> => {
      const until = performance.now() + limitMillis;
      const db = database({
        client: crash ? crashing(client, crash) : client,
        tableName: process.env['TABLE_NAME'] ?? '',
        remainingMillis: () => until - performance.now(),
      });
      try {
        await statusFolding(db, now).fold(employerId);
        return true;
      } catch (error) {
        if (crash || error instanceof StoreUnavailable) return false;
        throw error;
      }
    },
    close: () => client.destroy(),
  };
}
