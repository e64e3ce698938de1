import type { Context } from 'aws-lambda';
import { sweepApplications, type Sweep } from './sweep.ts';

/** The end of applications (interface 12.6): one run over those of all employers. */
export async function handler(_event: unknown, context: Context): Promise<Sweep> {
  return sweepApplications(context);
}
