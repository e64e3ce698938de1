import type { Context } from 'aws-lambda';
import { requireFinished } from '../platform/run-log.ts';
import { sweepLogos, type LogoSweep } from './logo-sweep.ts';

/** Deletes the logo files that no employer has (interface 15.3). Throws Unfinished. */
export async function handler(_event: unknown, context: Context): Promise<LogoSweep> {
  return requireFinished(await sweepLogos(context));
}
