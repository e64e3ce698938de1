import type { Context } from 'aws-lambda';
import { requireFinished } from '../platform/log.ts';
import { sweepApplications, type Sweep } from './retention/sweep.ts';

/** Erases expired applications (guide: stages 1): one run over those of all employers. Throws Unfinished. */
export async function handler(_event: unknown, context: Context): Promise<Sweep> {
  return requireFinished(await sweepApplications(context));
}
