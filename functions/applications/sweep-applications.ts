import type { Context } from 'aws-lambda';
import { dueDigests } from './digests/due-digests.ts';
import { jobIds, mailSender } from './mail/mail-sender.ts';
import { mustFinish } from '../platform/run-log.ts';
import { sweepApplications, type Sweep } from './sweep.ts';

const sendDigests = mailSender('sweepApplications', [], {
  mailsIn: dueDigests,
  idsIn: jobIds,
});

/**
 * The end of applications (interface 12.6): one run over those of all employers; and the mails of those that wait (11.6).
 * Throws Unfinished.
 */
export async function handler(event: unknown, context: Context): Promise<Sweep> {
  const sweep = mustFinish(await sweepApplications(context));
  await sendDigests(event, context);
  return sweep;
}
