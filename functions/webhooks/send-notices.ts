import { mailSender } from '../mail/mail-sender.ts';
import { dueNotices } from './mail/due-notices.ts';

/** Interface 14.8: the mail about webhooks that were disabled, one run over the whole queue. */
export const handler = mailSender('sendNotices', ['oldest', 'sent', 'postponed', 'failed', 'broken'], {
  mailsIn: dueNotices,
  idsIn:
    () =>
    async ({ employerId, webhook }) =>
      `${employerId}_${webhook.id}`,
});
