import { encryptedId } from '../domain/application-id.ts';
import { sendDueMail, type MailRun } from './mail-run.ts';
import { mailQueue } from '../store/mail-queue.ts';
import { signingKey } from '../../platform/dynamodb/signing-key.ts';
import { BASE_PATH } from '../../../schemas/operations.ts';
import { now } from '../../platform/clock.ts';
import { setting } from '../../platform/config.ts';
import { filesFor } from '../../platform/files/file-access.ts';
import { describe } from '../../platform/log-line.ts';
import { chosenMailer } from './chosen-mailer.ts';
import { databaseFor, type RequestTime } from '../../platform/request-database.ts';
import { runLog } from '../../platform/run-log.ts';

const mailer = chosenMailer();
const from = setting('MAIL_FROM');
const origin = setting('BASE_URL') ?? '';

/** What the alarms and the dashboard show of a run. */
const metrics = ['oldest', 'sent', 'postponed', 'failed', 'broken'];

/** Sends the mails that are due, for as long as there is time. Throws StoreUnavailable. */
export async function sendMail(context: RequestTime): Promise<MailRun> {
  const db = databaseFor(context);
  const log = runLog('sendApplications', metrics);
  const run = await sendDueMail({
    queue: mailQueue(db),
    file: filesFor(db).get,
    mailer,
    from,
    idOf: async (application) => encryptedId(await signingKey(db), application),
    addressOf: (id) => `${origin}${BASE_PATH}/applications/${id}`,
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
