import { dueConfirmations } from './confirmations/due-confirmations.ts';
import { applicationIds, mailSender } from './mail/mail-sender.ts';

const metrics = ['unfinished', 'sent', 'postponed', 'failed', 'broken'];

/** The mail that confirms applications (interface 11.12): one run over the whole queue. */
export const handler = mailSender('sendConfirmations', metrics, {
  mailsIn: dueConfirmations,
  idsIn: applicationIds,
});
