import { isUsable } from '../employers/domain/api-key.ts';
import { canaryKey } from './canary-key.ts';
import { smokeTest } from './smoke-test.ts';
import { apiKeyAccess } from '../employers/store/api-keys.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { existingSigningKey } from '../platform/dynamodb/signing-key.ts';
import { canaryLog, type CanaryRun } from './canary-log.ts';
import { now } from '../platform/clock.ts';
import { setting } from '../platform/config.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';

/** The job of the canary, so that it is never taken for that of a smoke test by hand. */
const REFERENCE_ID = 'canary';

/** The key of the canary; undefined if it was not started in this stage, or was stopped. */
async function keyInUse(db: Database): Promise<string | undefined> {
  const secret = await existingSigningKey(db);
  if (!secret) return undefined;
  const { apiKey, hash } = canaryKey(secret);
  const found = await apiKeyAccess(db).get(hash);
  const isInUse = found && isUsable(found.key, now()) && found.employer.suspendedAt === null;
  return isInUse ? apiKey : undefined;
}

/** Tries the service through its public URL, if the canary was started. Throws StoreUnavailable. */
export async function runCanary(context: RequestTime): Promise<CanaryRun> {
  const db = databaseFor(context);
  const log = canaryLog(now);
  const apiKey = await keyInUse(db);
  const run: CanaryRun =
    apiKey === undefined
      ? { started: false }
      : {
          started: true,
          ...(await smokeTest({ url: setting('BASE_URL') ?? '', apiKey, referenceId: REFERENCE_ID })),
        };
  log(run, db.usage());
  return run;
}
