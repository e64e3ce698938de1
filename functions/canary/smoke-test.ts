import { createClient } from '../../schemas/client/index.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { reasonOf } from './expectations.ts';
import { removeJob, steps, type StepName, type TestContext } from './steps.ts';

/** The service to try, and the employer to try it as. */
export interface SmokeTarget {
  /** The URL of the service: its origin, as a deployment prints it, or the URL with the version. */
  url: string;
  apiKey: string;
  /** Names the job of the test. Simultaneous tests need different names, or different employers. */
  referenceId: string;
}

/** The result of one step. `note` is a remark, `reason` why it failed. */
export interface StepReport {
  step: StepName;
  outcome: 'passed' | 'failed' | 'skipped';
  milliseconds: number;
  note?: string;
  reason?: string;
}

/** The report of a smoke test. */
export interface SmokeReport {
  url: string;
  passed: boolean;
  milliseconds: number;
  steps: StepReport[];
}

/** A step fails within seconds, so that its report contains the response of the service. */
const attempts = 3;

/** Times in milliseconds. */
const limits = {
  /** For all steps together. */
  test: 60_000,
  /** For deleting the job after a failure. */
  removal: 10_000,
  /** How long lists and pages may lag. */
  lag: 10_000,
};

/** The URL with the version. */
export const serviceUrl = (url: string) =>
  new URL(url).pathname === '/' ? new URL(BASE_PATH, url).href : url.replace(/\/$/, '');

/**
 * Tries the service as its clients use it, one step after another; after a failure, the others are skipped. Deletes
 * its job, and the one that an interrupted test left. Calls `onStep` with each result.
 */
export async function smokeTest(
  { url, apiKey, referenceId }: SmokeTarget,
  onStep: (report: StepReport) => void = () => undefined,
  { test, removal, lag } = limits,
): Promise<SmokeReport> {
  const address = serviceUrl(url);
  const began = performance.now();
  const context = {
    client: createClient({ url: address, attempts, apiKey }),
    stranger: createClient({ url: address, attempts }),
    intruder: createClient({ url: address, attempts, apiKey: 'jps_wrong' }),
    signal: AbortSignal.timeout(test),
    lag,
    referenceId,
    // Steps set these before others read them.
  } as TestContext;
  const reports: StepReport[] = [];
  let passed = true;
  for (const [step, run] of Object.entries(steps) as [StepName, (typeof steps)[StepName]][]) {
    const started = performance.now();
    const report: StepReport = { step, outcome: 'skipped', milliseconds: 0 };
    if (passed) {
      try {
        const note = await run(context);
        Object.assign(report, { outcome: 'passed', ...(note !== undefined && { note }) });
      } catch (error) {
        passed = false;
        Object.assign(report, { outcome: 'failed', reason: reasonOf(error) });
      }
      report.milliseconds = Math.round(performance.now() - started);
    }
    reports.push(report);
    onStep(report);
  }
  if (!passed) {
    const signal = AbortSignal.timeout(removal);
    // The next test deletes what cannot be deleted now.
    await removeJob({ ...context, signal }).catch(() => undefined);
  }
  return { url: address, passed, milliseconds: Math.round(performance.now() - began), steps: reports };
}
