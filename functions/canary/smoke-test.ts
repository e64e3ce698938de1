import { createClient } from '../../schemas/client/index.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { reasonOf, removeJob, steps, type StepName, type TestContext } from './steps.ts';

/** The service to test, and the employer whose key the test uses. */
export interface SmokeTarget {
  /** The URL of the service: the origin that a deployment prints, with or without the version's path, such as `/v1`. */
  url: string;
  apiKey: string;
  /** Names the job of the test. Simultaneous tests need different names, or different employers. */
  referenceId: string;
}

/** The result of one step. `note` is a remark, `reason` is the cause of a failure. */
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

/** The time limits of the test, in milliseconds. */
const limits = {
  /** The time limit of all steps together. */
  test: 60_000,
  /** The time limit for the deletion of the job after a failure. */
  removal: 10_000,
  /** The longest time until lists and pages show a change. */
  lag: 10_000,
};

/** The URL of the API, with the path of its version. */
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
    // Earlier steps set these members before later steps read them.
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
    // If the job cannot be deleted now, the next test deletes it.
    await removeJob({ ...context, signal }).catch(() => undefined);
  }
  return { url: address, passed, milliseconds: Math.round(performance.now() - began), steps: reports };
}
