import { createMailFunction } from '../mail/mail-run.ts';
import { defineApplicationMails } from './mail/application-mail.ts';

const metrics = ['oldest', 'sent', 'postponed', 'failed', 'broken'];

/** Sends the mail of applications (guide: receiving-applications 3 and 4): one run over the whole queue. */
export const handler = createMailFunction('sendApplications', metrics, defineApplicationMails);
