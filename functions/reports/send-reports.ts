import { mailSender } from '../mail/mail-sender.ts';
import type { RequestTime } from '../platform/request-database.ts';
import { dueReports } from './mail/due-reports.ts';
import { logOverdue } from './overdue-log.ts';

const send = mailSender('sendReports', ['oldest', 'sent', 'postponed', 'failed', 'broken'], {
  mailsIn: dueReports,
  idsIn:
    () =>
    async ({ id }) =>
      id,
});

/** Interface 11.14: the mail of reports, one run over the whole queue; and how many reports wait for too long. */
export const handler = async (event: unknown, context: RequestTime) => {
  const run = await send(event, context);
  return { ...run, overdue: await logOverdue(context) };
};
