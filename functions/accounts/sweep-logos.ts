import type { Context } from 'aws-lambda';
import { mustFinish } from '../platform/run-log.ts';
import { sweepLogos, type LogoSweep } from './logo-sweep.ts';

/** Removes the files of logos that no employer has (interface 15.3). Throws Unfinished. */
export async function handler(_event: unknown, context: Context): Promise<LogoSweep> {
  return mustFinish(await sweepLogos(context));
}
