import type { Context } from 'aws-lambda';
import type { Sweep } from './sweep-log.ts';
import { sweepApplications } from './sweep.ts';

/** The end of applications (interface 12.6): one run over those of all employers. */
export async function handler(_event: unknown, context: Context): Promise<Sweep> {
  return sweepApplications(context);
}
