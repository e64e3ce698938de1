import type { Context } from 'aws-lambda';
import { createMailFunction } from '../mail/mail-function.ts';
import { settleBoth } from '../platform/concurrency.ts';
import { requireFinished } from '../platform/log.ts';
import { defineDigests } from './mail/digest-mail.ts';
import { sweepApplications, type Sweep } from './retention/sweep.ts';

const sendDigests = createMailFunction('sendDigests', ['unfinished'], defineDigests);

/**
 * Erases expired applications (interface 12.6): one run over those of all employers. At the same time, mails the digests of
 * waiting applications (11.6). Throws Unfinished.
 */
export async function handler(event: unknown, context: Context): Promise<Sweep> {
  const [sweep, digests] = await settleBoth(sweepApplications(context), sendDigests(event, context));
  requireFinished(digests);
  return requireFinished(sweep);
}
