import type { Context } from 'aws-lambda';
import { runCanary, type CanaryRequest, type CanaryRun } from './canary.ts';

/** The canary: the smoke test on a schedule and after a deployment, for an employer of its own. */
export async function handler(request: CanaryRequest, context: Context): Promise<CanaryRun> {
  return runCanary(request, context);
}
