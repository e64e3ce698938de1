import type { Context } from 'aws-lambda';
import { digestIds, dueDigests } from './mail/due-digests.ts';
import { mailSender } from '../mail/mail-sender.ts';
import { mustFinish } from '../platform/run-log.ts';
import { settleBoth } from '../platform/concurrency.ts';
import { sweepApplications, type Sweep } from './retention/sweep.ts';

const sendDigests = mailSender('sendDigests', ['unfinished'], {
  mailsIn: dueDigests,
  idsIn: digestIds,
});

/**
 * The end of applications (interface 12.6): one run over those of all employers; and the mails of those that wait (11.6),
 * which do not wait for each other. Throws Unfinished.
 */
export async function handler(event: unknown, context: Context): Promise<Sweep> {
  const [sweep, digests] = await settleBoth(sweepApplications(context), sendDigests(event, context));
  mustFinish(digests);
  return mustFinish(sweep);
}
