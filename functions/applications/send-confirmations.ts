import type { RequestTime } from '../platform/request-database.ts';
import { dueConfirmations } from './confirmations/due-confirmations.ts';
import { applicationIds, jobIds, mailSender } from './mail/mail-sender.ts';
import { dueLinks } from './recruiting/due-links.ts';

const metrics = ['unfinished', 'sent', 'postponed', 'failed', 'broken'];

const sendConfirmations = mailSender('sendConfirmations', metrics, {
  mailsIn: dueConfirmations,
  idsIn: applicationIds,
});

const sendLinks = mailSender('sendRecruitingLinks', [], {
  mailsIn: dueLinks,
  idsIn: jobIds,
});

/** The mail that confirms applications (interface 11.12), then new links for recruiters (12.13): one run over each queue. */
export const handler = async (event: unknown, context: RequestTime) => {
  const run = await sendConfirmations(event, context);
  await sendLinks(event, context);
  return run;
};
