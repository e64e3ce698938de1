import { encryptedId } from '../domain/application-id.ts';
import { sendDueMail, type MailRun } from './mail-run.ts';
import { mailQueue } from '../store/mail-queue.ts';
import { signingKey } from '../../platform/dynamodb/signing-key.ts';
import { BASE_PATH } from '../../../schemas/operations.ts';
import { now } from '../../platform/clock.ts';
import { setting } from '../../platform/config.ts';
import { filesFor } from '../../platform/files/file-access.ts';
import { mailRunLog } from './mail-log.ts';
import { chosenMailer } from './chosen-mailer.ts';
import { databaseFor, type RequestTime } from '../../platform/request-database.ts';

const mailer = chosenMailer();
const from = setting('MAIL_FROM');
const origin = setting('BASE_URL') ?? '';

/** Sends the mails that are due, for as long as there is time. Throws StoreUnavailable. */
export async function sendMail(context: RequestTime): Promise<MailRun> {
  const db = databaseFor(context);
  const log = mailRunLog(now);
  const run = await sendDueMail({
    queue: mailQueue(db),
    file: filesFor(db).get,
    mailer,
    from,
    idOf: async (application) => encryptedId(await signingKey(db), application),
    addressOf: (id) => `${origin}${BASE_PATH}/applications/${id}`,
    now,
    remainingMillis: context.getRemainingTimeInMillis,
    onError: log.error,
    onGivenUp: log.givenUp,
  });
  log.run(run, db.usage());
  return run;
}
