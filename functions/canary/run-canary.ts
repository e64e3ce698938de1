import type { Context } from 'aws-lambda';
import { canaryKeyInUse } from './canary-account.ts';
import { smokeTest, type SmokeReport } from './smoke-test.ts';
import { setting } from '../platform/config.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';
import { runLog } from '../platform/log.ts';

/** The parameters of a run. */
export interface CanaryRequest {
  /** The referenceId of the run's job, so that simultaneous runs do not share a job. */
  referenceId?: string;
}

/** The report of a run, or `started: false` if an operator has stopped the canary. */
export type CanaryRun = { started: false } | ({ started: true } & SmokeReport);

/** The log line of a run. Every run logs `failed` as 0 or 1, so the metric also counts runs; a stopped canary logs 0. */
function logged(run: CanaryRun) {
  if (!run.started || run.passed) return { started: run.started, failed: 0 };
  const { step, reason } = run.steps.find(({ outcome }) => outcome === 'failed') ?? {};
  return { started: true, failed: 1, step, reason };
}

/** Tries the service through its public URL, unless the canary is stopped. Throws StoreUnavailable. */
export async function runCanary(
  { referenceId = 'canary' }: CanaryRequest,
  context: RequestTime,
): Promise<CanaryRun> {
  const db = databaseFor(context);
  const log = runLog('runCanary', ['failed']);
  const apiKey = await canaryKeyInUse(db);
  const run: CanaryRun =
    apiKey === undefined
      ? { started: false }
      : {
          started: true,
          ...(await smokeTest({ url: setting('BASE_URL') ?? '', apiKey, referenceId })),
        };
  const level = run.started && !run.passed ? 'ERROR' : 'INFO';
  log.end(logged(run), { level, isIdle: !run.started, usage: db.usage() });
  return run;
}

/** The canary runs the smoke test on a schedule and after a deployment, for its own employer. */
export async function handler(request: CanaryRequest, context: Context): Promise<CanaryRun> {
  return runCanary(request, context);
}
