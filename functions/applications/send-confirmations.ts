import type { RequestTime } from '../platform/request-database.ts';
import { settleBoth } from '../platform/concurrency.ts';
import { dueConfirmations } from './mail/due-confirmations.ts';
import { applicationIds } from './mail/application-ids.ts';
import { jobIds, mailSender } from '../mail/mail-sender.ts';
import { dueLinks } from './mail/due-links.ts';

const metrics = ['unfinished', 'sent', 'postponed', 'failed', 'broken'];

const sendConfirmations = mailSender('sendConfirmations', metrics, {
  mailsIn: dueConfirmations,
  idsIn: applicationIds,
});

const sendLinks = mailSender('sendRecruitingLinks', ['unfinished'], {
  mailsIn: dueLinks,
  idsIn: jobIds,
});

/** The mail that confirms applications (interface 11.12), and new links for recruiters (12.13), which do not wait for each other. */
export const handler = async (event: unknown, context: RequestTime) => {
  const [run, links] = await settleBoth(sendConfirmations(event, context), sendLinks(event, context));
  return { ...run, finished: run.finished && links.finished };
};
