import { isUsable } from '../employers/domain/api-key.ts';
import { canaryKey } from './canary-key.ts';
import { smokeTest, type SmokeReport } from './smoke-test.ts';
import { apiKeyAccess } from '../employers/store/api-keys.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { existingSigningKey } from '../platform/dynamodb/signing-key.ts';
import { now } from '../platform/clock.ts';
import { setting } from '../platform/config.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';
import { runLog } from '../platform/run-log.ts';

/** The job of the canary, so that it is never taken for that of a smoke test by hand. */
const REFERENCE_ID = 'canary';

/** What one run did; nothing unless the canary was started. */
export type CanaryRun = { started: false } | ({ started: true } & SmokeReport);

/** The key of the canary; undefined if it was not started in this stage, or was stopped. */
async function keyInUse(db: Database): Promise<string | undefined> {
  const secret = await existingSigningKey(db);
  if (!secret) return undefined;
  const { apiKey, hash } = canaryKey(secret);
  const found = await apiKeyAccess(db).get(hash);
  const isInUse = found && isUsable(found.key, now()) && found.employer.suspendedAt === null;
  return isInUse ? apiKey : undefined;
}

/** What the log says of a run: only one of a canary that was started can pass or fail. */
function logged(run: CanaryRun) {
  if (!run.started) return { started: false, runs: 1 };
  if (run.passed) return { started: true, runs: 1, failed: 0 };
  const { step, reason } = run.steps.find(({ outcome }) => outcome === 'failed') ?? {};
  return { started: true, runs: 1, failed: 1, step, reason };
}

/** Tries the service through its public URL, if the canary was started. Throws StoreUnavailable. */
export async function runCanary(context: RequestTime): Promise<CanaryRun> {
  const db = databaseFor(context);
  const log = runLog('runCanary', ['runs', 'failed']);
  const apiKey = await keyInUse(db);
  const run: CanaryRun =
    apiKey === undefined
      ? { started: false }
      : {
          started: true,
          ...(await smokeTest({ url: setting('BASE_URL') ?? '', apiKey, referenceId: REFERENCE_ID })),
        };
  const level = run.started && !run.passed ? 'ERROR' : 'INFO';
  log.end(logged(run), { level, isIdle: !run.started, usage: db.usage() });
  return run;
}
