import { createMailFunction } from '../mail/mail-run.ts';
import { settleBoth } from '../platform/concurrency.ts';
import type { RequestTime } from '../platform/request-database.ts';
import { defineConfirmations } from './mail/confirmation-mail.ts';
import { defineLinkMails } from './mail/link-mail.ts';

const metrics = ['unfinished', 'sent', 'postponed', 'failed', 'broken'];

const sendConfirmations = createMailFunction('sendConfirmations', metrics, defineConfirmations);

const sendLinks = createMailFunction('sendRecruitingLinks', ['unfinished'], defineLinkMails);

/**
 * Sends confirmations of applications (guide: stages 2 and 3), and at the same time new links for recruiters (guide:
 * stages 7).
 */
export const handler = async (event: unknown, context: RequestTime) => {
  const [run, links] = await settleBoth(sendConfirmations(event, context), sendLinks(event, context));
  return { ...run, finished: run.finished && links.finished };
};
