import { isMetered, metered, writeLine } from '../http/log-line.ts';
import type { Usage } from '../store/database.ts';
import type { CanaryRun } from './canary-services.ts';

/** The metrics of a run, which the alarms watch. Only a run of a canary that was started can pass or fail. */
const metricsOf = ({ started }: CanaryRun) => [
  'runs',
  ...(started ? ['failed'] : []),
  'readUnits',
  'writeUnits',
];

/**
 * Begins a run of the canary. The result writes its JSON log line, with the step that failed and the reason; a run that
 * did nothing writes only its metrics.
 */
export function canaryLog(now: () => Date) {
  const began = performance.now();
  return (run: CanaryRun, usage: Usage): void => {
    if (!isMetered && !run.started) return;
    const isFailure = run.started && !run.passed;
    const { step, reason } = (run.started && run.steps.find(({ outcome }) => outcome === 'failed')) || {};
    writeLine({
      level: isFailure ? 'ERROR' : 'INFO',
      operation: 'runCanary',
      started: run.started,
      milliseconds: Math.round(performance.now() - began),
      runs: 1,
      ...(run.started && { failed: isFailure ? 1 : 0 }),
      ...(isFailure && { step, reason }),
      ...usage,
      ...metered(metricsOf(run), now()),
    });
  };
}
