import { applicationMail } from './application-mail.ts';
import { chosenMailer } from './chosen-mailer.ts';
import { loggedRun } from './logged-run.ts';
import { sendDueMail } from './mail-run.ts';
import type { MailRun } from './queue-run.ts';
import { profileReader } from '../../employers/store/employer-profile.ts';
import { mailQueue } from '../store/mail-queue.ts';
import { setting } from '../../platform/config.ts';
import { filesFor } from '../../platform/files/file-access.ts';
import { databaseFor, type RequestTime } from '../../platform/request-database.ts';

const mailer = chosenMailer();
const from = setting('MAIL_FROM');
const site = setting('SITE_URL') ?? setting('BASE_URL');

/** What every mail says. */
const terms = {
  timeZone: setting('TIME_ZONE'),
  serviceName: setting('MAIL_NAME'),
  siteAddress: (path: string) => site && `${site}${path}`,
};

/** What the alarms and the dashboard show of a run. */
const metrics = ['oldest', 'sent', 'postponed', 'failed', 'broken'];

/** Sends the mails that are due, for as long as there is time. Throws StoreUnavailable. */
export function sendMail(context: RequestTime): Promise<MailRun> {
  const db = databaseFor(context);
  const profileOf = profileReader(db);
  return loggedRun({ operation: 'sendApplications', metrics, db, context }, (settings) =>
    sendDueMail({
      ...settings,
      queue: mailQueue(db),
      file: filesFor(db).get,
      mailer,
      from,
      mailOf: async (application, employerId) => {
        const { language } = await profileOf(employerId);
        return applicationMail(application, { ...terms, language });
      },
    }),
  );
}
