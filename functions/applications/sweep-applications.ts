import type { Context } from 'aws-lambda';
import { sweepLogos, type LogoSweep } from '../accounts/sweep-logos.ts';
import { settleBoth } from '../platform/concurrency.ts';
import { requireFinished } from '../platform/log.ts';
import { sweepApplications, type Sweep } from './retention/sweep.ts';

/**
 * Erases the expired applications of all employers (guide: stages 1), and at the same time logos that no employer has.
 * Throws Unfinished.
 */
export async function handler(_event: unknown, context: Context): Promise<Sweep & { logos: LogoSweep }> {
  const [sweep, logos] = await settleBoth(sweepApplications(context), sweepLogos(context));
  return { ...requireFinished(sweep), logos };
}
