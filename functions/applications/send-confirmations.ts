import type { Context } from 'aws-lambda';
import { sendConfirmationMail } from './confirmations/send-confirmation-mail.ts';
import type { MailRun } from './mail/queue-run.ts';

/** The mail that confirms applications (interface 11.12): one run over the whole queue. */
export async function handler(_event: unknown, context: Context): Promise<MailRun> {
  return sendConfirmationMail(context);
}
