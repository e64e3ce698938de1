import type { Usage } from '../platform/dynamodb/database.ts';
import { runLog } from '../platform/run-log.ts';
import type { SmokeReport } from './smoke-test.ts';

/** What one run did; nothing unless the canary was started. */
export type CanaryRun = { started: false } | ({ started: true } & SmokeReport);

/**
 * Begins a run of the canary. The result writes its JSON log line, with the step that failed and the reason; a run that
 * did nothing writes only its metrics.
 */
export function canaryLog(now: () => Date) {
  const log = runLog('runCanary', now);
  return (run: CanaryRun, usage: Usage): void => {
    const isFailure = run.started && !run.passed;
    const { step, reason } = (run.started && run.steps.find(({ outcome }) => outcome === 'failed')) || {};
    const did = {
      started: run.started,
      runs: 1,
      ...(run.started && { failed: isFailure ? 1 : 0 }),
      ...(isFailure && { step, reason }),
    };
    log(did, {
      level: isFailure ? 'ERROR' : 'INFO',
      isIdle: !run.started,
      usage,
      // Only a run of a canary that was started can pass or fail.
      metrics: ['runs', ...(run.started ? ['failed'] : [])],
    });
  };
}
