import { isUsable } from '../employers/domain/api-key.ts';
import { createCanaryEmployer } from './canary-employer.ts';
import { canaryKey } from './canary-key.ts';
import { smokeTest, type SmokeReport } from './smoke-test.ts';
import { apiKeyAccess } from '../employers/store/api-keys.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { signingKey } from '../platform/dynamodb/signing-key.ts';
import { now } from '../platform/clock.ts';
import { setting } from '../platform/config.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';
import { runLog } from '../platform/run-log.ts';

/** The job of the canary, so that it is never taken for that of a smoke test by hand. */
const REFERENCE_ID = 'canary';

/** What one run did; nothing if somebody has stopped the canary. */
export type CanaryRun = { started: false } | ({ started: true } & SmokeReport);

/** The key of the canary, whose employer the first run creates; undefined if somebody has stopped it. */
async function keyInUse(db: Database): Promise<string | undefined> {
  const text = canaryKey(await signingKey(db));
  const found = await apiKeyAccess(db).get(text.hash);
  if (!found) await createCanaryEmployer(db, text, now());
  const isStopped = found && !(isUsable(found.key, now()) && found.employer.suspendedAt === null);
  return isStopped ? undefined : text.apiKey;
}

/** What the log says of a run: only one of a canary that nobody has stopped can pass or fail. */
function logged(run: CanaryRun) {
  if (!run.started) return { started: false, runs: 1 };
  if (run.passed) return { started: true, runs: 1, failed: 0 };
  const { step, reason } = run.steps.find(({ outcome }) => outcome === 'failed') ?? {};
  return { started: true, runs: 1, failed: 1, step, reason };
}

/** Tries the service through its public URL, unless the canary was stopped. Throws StoreUnavailable. */
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
