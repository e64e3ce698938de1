import { encryptedId } from '../domain/application-id.ts';
import { applicationMail } from './application-mail.ts';
import { sendDueMail } from './mail-run.ts';
import type { MailRun } from './queue-run.ts';
import { profileReader } from '../../employers/store/employer-profile.ts';
import { mailQueue } from '../store/mail-queue.ts';
import { signingKey } from '../../platform/dynamodb/signing-key.ts';
import { now } from '../../platform/clock.ts';
import { setting } from '../../platform/config.ts';
import { filesFor } from '../../platform/files/file-access.ts';
import { describe } from '../../platform/log-line.ts';
import { chosenMailer } from './chosen-mailer.ts';
import { databaseFor, type RequestTime } from '../../platform/request-database.ts';
import { runLog } from '../../platform/run-log.ts';

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
export async function sendMail(context: RequestTime): Promise<MailRun> {
  const db = databaseFor(context);
  const profileOf = profileReader(db);
  const log = runLog('sendApplications', metrics);
  const run = await sendDueMail({
    queue: mailQueue(db),
    file: filesFor(db).get,
    mailer,
    from,
    idOf: async (application) => encryptedId(await signingKey(db), application),
    mailOf: async (application, employerId) => {
      const { language } = await profileOf(employerId);
      return applicationMail(application, { ...terms, language });
    },
    now,
    remainingMillis: context.getRemainingTimeInMillis,
    onError: (error) => log.failure({ error: describe(error) }),
    onGivenUp: log.failure,
  });
  const { sent, postponed, failed, left, broken } = run;
  log.end(run, {
    level: postponed + broken > 0 ? 'WARN' : 'INFO',
    isIdle: sent + postponed + failed + left + broken === 0,
    usage: db.usage(),
  });
  return run;
}
