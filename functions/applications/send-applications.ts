import { dueApplications } from './mail/due-applications.ts';
import { applicationIds } from './mail/application-ids.ts';
import { mailSender } from '../mail/mail-sender.ts';

const metrics = ['oldest', 'sent', 'postponed', 'failed', 'broken'];

/** The mail of applications (interface 11.6): one run over the whole queue. */
export const handler = mailSender('sendApplications', metrics, {
  mailsIn: dueApplications,
  idsIn: applicationIds,
});
