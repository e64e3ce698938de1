import type { Context } from 'aws-lambda';
import type { TrafficQuestion } from './deployments.ts';
import { tryVersion, type VersionTrial } from './version-trial.ts';

/** What CodeDeploy calls before a new version of a function gets requests. */
export async function handler(question: TrafficQuestion, context: Context): Promise<VersionTrial> {
  return tryVersion(question, context);
}
