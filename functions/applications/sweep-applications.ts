import type { Context } from 'aws-lambda';
import { mustFinish } from '../platform/run-log.ts';
import { sweepApplications, type Sweep } from './sweep.ts';

/** The end of applications (interface 12.6): one run over those of all employers. Throws Unfinished. */
export async function handler(_event: unknown, context: Context): Promise<Sweep> {
  return mustFinish(await sweepApplications(context));
}
