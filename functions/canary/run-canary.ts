import type { Context } from 'aws-lambda';
import { runCanary, type CanaryRun } from './canary.ts';

/** The canary: the smoke test on a schedule, for an employer of its own. */
export async function handler(_event: unknown, context: Context): Promise<CanaryRun> {
  return runCanary(context);
}
