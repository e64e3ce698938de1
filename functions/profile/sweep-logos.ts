import type { Context } from 'aws-lambda';
import { sweepLogos, type LogoSweep } from './sweep.ts';

/** Removes the files of logos that no employer has (interface 15.3). */
export async function handler(_event: unknown, context: Context): Promise<LogoSweep> {
  return sweepLogos(context);
}
