import type { Context } from 'aws-lambda';
import type { MailRun } from './mail/queue-run.ts';
import { sendMail } from './mail/send-mail.ts';

/** The mail of applications (interface 11.6): one run over the whole queue. */
export async function handler(_event: unknown, context: Context): Promise<MailRun> {
  return sendMail(context);
}
